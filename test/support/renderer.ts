import { readFileSync } from 'node:fs';
import { PageLoader } from '../../src/engine/page-loader/page-loader.js';
import { type Resolver } from '../../src/engine/page-loader/resolver.js';
import { type BrowserProgram } from '../../src/engine/rendering/browser-program.js';
import { type AxeRules } from '../../src/engine/rendering/client-messages.js';
import { type Device } from '../../src/engine/rendering/device.js';
import { type LoadRuns } from '../../src/engine/rendering/load-runs.js';
import { type MemoryLimits } from '../../src/engine/rendering/memory-watch.js';
import { withDescendants } from '../../src/engine/rendering/process-tree.js';
import { Renderer } from '../../src/engine/rendering/renderer.js';
import { type RenderFacts, type Rendering } from '../../src/engine/rendering/rendering.js';
import { browserForProduct, HAS_SANDBOX } from './browser.js';

export interface RendererRules {
  readonly allowed: readonly string[];
  /** Beside 80 and 443. */
  readonly ports?: readonly number[];
  readonly resolve?: Resolver;
  readonly isPublic?: (address: string) => boolean;
  /** This machine's browser unless another one is given. */
  readonly program?: BrowserProgram;
  readonly memory?: MemoryLimits;
  /** Default: those of the product. `layout` where a test is not about the categories of Lighthouse, which take time. */
  readonly rules?: AxeRules;
}

/** The product's renderer. */
export async function rendererFor({
  allowed,
  ports = [],
  resolve,
  isPublic,
  program,
  memory,
  rules,
}: RendererRules): Promise<Renderer> {
  const loader = new PageLoader({
    policy: {
      allowedTargets: new Set(allowed),
      allowedPorts: new Set([80, 443, ...ports]),
      ...(isPublic && { isPublic }),
    },
    userAgent: 'Pagegrade/test',
    ...(resolve && { resolve }),
  });
  return new Renderer({
    program: program ?? (await browserForProduct()),
    hasSandbox: HAS_SANDBOX,
    product: 'Pagegrade/test',
    loader,
    memory,
    ...(rules && { rules }),
  });
}

/** The processes that drive the browsers of this process. */
export function clientProcesses(): number[] {
  return withDescendants([process.pid]).filter((pid) => commandOf(pid).includes('rendering/client/main.js'));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

export async function render(
  renderer: Renderer,
  url: string,
  account = 1,
  device: Device = 'desktop',
  runs: LoadRuns = 1,
): Promise<{ readonly facts: RenderFacts } & Partial<Omit<Rendering, 'facts'>>> {
  const target = new URL(url);
  return renderer.render({ url: target, audited: target, device, runs, account });
}
