import { mkdtempSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_BANDS } from '../../src/engine/audit/score.js';
import { type Parity } from '../../src/engine/audit/parity/parity.js';
import { RENDER_MODES } from '../../src/engine/grading/render-mode.js';
import { Grader } from '../../src/engine/grading/grader.js';
import { type PageLoader } from '../../src/engine/page-loader/page-loader.js';
import { installedBrowser } from '../../src/engine/rendering/browser-program.js';
import { Renderer } from '../../src/engine/rendering/renderer.js';
import { DOMAIN, requestedUrlOf } from './case.js';
import { readCases } from './case-file.js';
import { certificatesIn } from './certificates.js';
import { PATHS } from './paths.js';
import { startSite } from './site.js';

/** Grades all cases as the product does, and writes what it says the engines say. Needs
 *  NODE_EXTRA_CA_CERTS=cache/tls/authority.pem. `--render auto` or `always` has a browser render pages. */
const { values: options } = parseArgs({
  options: { render: { type: 'string', default: 'never' }, only: { type: 'string', default: '' } },
});
const render = RENDER_MODES.find((mode) => mode === options.render) ?? 'never';
const AT_ONCE = 4;
/** Compiling TypeScript on the way takes longer than an audit. */
const CPU_BUDGET_MS = 60_000;

const only = new RegExp(options.only);
const cases = readCases(PATHS.cases).filter(({ id }) => only.test(id));
const site = await startSite(cases, certificatesIn(PATHS.tls));
leadToPorts(site);

const hosts = { has: (target: string) => /\.parity\.test:(80|443)$/.test(target) } as Set<string>;
const grader = new Grader({
  loader: {
    policy: { allowedTargets: hosts, allowedPorts: new Set([80, 443]) },
    userAgent: 'Pagegrade parity',
    resolve: (host) =>
      host.endsWith(`.${DOMAIN}`)
        ? Promise.resolve(['127.0.0.1'])
        : Promise.reject(Object.assign(new Error(`${host} is not part of the lab.`), { code: 'ENOTFOUND' })),
    deadlineMs: 120_000,
  },
  bands: DEFAULT_BANDS,
  rendererOn: render === 'never' ? null : await trustingRenderer(),
  threads: { cpuBudgetMs: CPU_BUDGET_MS },
});
const results: Record<string, Parity | { error: string }> = {};
const queue = [...cases];
const startedAt = Date.now();
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { parity, error } = await grader.grade(new URL(requestedUrlOf(next)), { render });
      results[next.id] = parity ?? { error: error?.code ?? 'no time' };
    }
  }),
);
await grader.close();
await site.stop();
writeFileSync(PATHS.pagegrade, JSON.stringify(results));
console.log(`${Object.keys(results).length} cases in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);

/** The browser knows nothing of the lab's authority, so a script has it trust every certificate. */
async function trustingRenderer(): Promise<(loader: PageLoader) => Renderer> {
  const program = await installedBrowser(process.env.PATH ?? '');
  if (!program) throw new Error('There is no browser. Install chromium-headless-shell.');
  const path = join(mkdtempSync(join(tmpdir(), 'pagegrade-parity-')), 'browser');
  writeFileSync(path, `#!/bin/sh\nexec '${program.path}' --ignore-certificate-errors "$@"\n`, {
    mode: 0o755,
  });
  const hasSandbox = process.getuid?.() !== 0;
  return (loader) =>
    new Renderer({ program: { ...program, path }, hasSandbox, product: 'Pagegrade parity', loader });
}

/** The ports of http and https are the site's, wherever it listens. */
function leadToPorts({ httpPort, httpsPort }: { httpPort: number; httpsPort: number }): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the right `this` below.
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
    const [first] = args as [{ port?: number } | [{ port?: number }]];
    const target = Array.isArray(first) ? first[0] : first;
    if (target.port === 443) target.port = httpsPort;
    else if (target.port === 80) target.port = httpPort;
    return connect.apply(this, args as Parameters<typeof connect>);
  };
}
