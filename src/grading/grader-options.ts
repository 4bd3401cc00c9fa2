import { type Config } from '../config/config.js';
import { type GraderOptions } from './grader.js';

const PRODUCT = 'Pagegrade/0.1';

/** How the settings want pages to be loaded and judged. The User-Agent links to the service where it is known. */
export function graderOptions(config: Config): GraderOptions {
  const link = config.publicUrl === null ? '' : `; +${config.publicUrl}/docs`;
  return {
    loader: { policy: config, userAgent: `Mozilla/5.0 (compatible; ${PRODUCT}${link})` },
    limits: { good: config.scoreGood, decent: config.scoreDecent },
  };
}
