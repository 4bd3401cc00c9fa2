import { type RulesetSettings } from '../../engine/audit/ruleset-version.js';
import { DEFAULT_LIMITS } from '../../engine/audit/limits.js';
import { DEFAULT_WEIGHTS } from '../../engine/audit/score.js';
import { type Config } from '../../platform/config/config.js';
import { type GraderOptions } from '../../engine/grading/grader.js';
import { type PageLoader } from '../../engine/page-loader/page-loader.js';
import { type BrowserProgram } from '../../engine/rendering/browser-program.js';
import { Renderer } from '../../engine/rendering/renderer.js';
import { PRODUCT } from '../../basics/version.js';

/** Makes the renderer of a browser, as the settings want it. */
export function rendererFor(program: BrowserProgram, config: Config): (loader: PageLoader) => Renderer {
  return (loader) =>
    new Renderer({
      program,
      loader,
      hasSandbox: config.browserSandbox,
      product: PRODUCT,
      rules: config.lighthouse ? 'lighthouse' : 'layout',
    });
}

/** Grader options from the settings. The User-Agent contains a link if `PUBLIC_URL` is set. */
export function graderOptions(config: Config): GraderOptions {
  const link = config.publicUrl === null ? '' : `; +${config.publicUrl}/docs/robot`;
  return {
    loader: {
      policy: config,
      userAgent: `Mozilla/5.0 (compatible; ${PRODUCT}${link})`,
      dnsServers: config.dnsServers,
    },
    ...rulesetOf(config),
  };
}

/** The settings that decide about scores and results. */
export function rulesetOf(config: Config): Required<RulesetSettings> {
  return {
    bands: { good: config.scoreGood, decent: config.scoreDecent },
    checkLimits: { ...DEFAULT_LIMITS, ...config.checkLimits },
    weights: { ...DEFAULT_WEIGHTS, ...config.checkWeights },
  };
}
