/** Audits random pages made to break an audit, in the product's threads. Fails if one crashes or gets a finding with
 *  outcome `error`.
 *  npm run bench:hostile -- random --pages 200 --seed 2 */
import { parseArgs } from 'node:util';
import { DEFAULT_LIMITS } from '../../src/engine/audit/limits.js';
import { type PageBytes } from '../../src/engine/grading/audit-page.js';
import { AuditThreads } from '../../src/engine/grading/audit-threads.js';
import { memoryMib } from '../support/processes.js';
import { hostilePage } from './pages.js';

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '5000' }, seed: { type: 'string', default: '1' } },
});
const pages = Number(values.pages);
const threads = new AuditThreads();
const found = { audited: 0, tooComplex: 0, redirecting: 0, broken: [] as string[] };
let slowestMs = 0;

for (let batch = 0; batch < pages; batch += 16) {
  await Promise.all(Array.from({ length: Math.min(16, pages - batch) }, (_, index) => audit(batch + index)));
}
await threads.close();
console.log(
  `${pages} pages: ${found.audited} audited, ${found.redirecting} redirect, ${found.tooComplex} too complex, ${found.broken.length} with an error`,
);
console.log(
  `slowest ${slowestMs.toFixed(0)} ms, 16 at once; peak memory ${memoryMib(process.pid, 'peak').toFixed(0)} MiB`,
);
for (const line of found.broken.slice(0, 20)) console.log(line);
process.exitCode = found.broken.length > 0 ? 1 : 0;

async function audit(index: number): Promise<void> {
  const { kind, body, headers, robotsTxt } = hostilePage(index, Number(values.seed));
  const url = 'https://hostile.example/';
  const page: PageBytes = {
    requestedUrl: url,
    url,
    hops: [],
    headers,
    body,
    tls: null,
    timings: { ttfbMs: 1, documentMs: 1 },
    robotsTxt: { status: 200, body: robotsTxt },
    loadedAtMs: Date.now(),
    limits: DEFAULT_LIMITS,
  };
  const startedAt = performance.now();
  try {
    const inspection = await threads.inspect(page, { takeTurn: (share) => share.take(index % 2) });
    if (!inspection) found.tooComplex += 1;
    else if (!('findings' in inspection)) found.redirecting += 1;
    else {
      found.audited += 1;
      const errors = inspection.findings.filter(({ outcome }) => outcome === 'error');
      for (const { id, value } of errors)
        found.broken.push(`${kind} ${index}: ${id} ${JSON.stringify(value)}`);
    }
  } catch (error) {
    found.broken.push(`${kind} ${index}: ${String(error)}`);
  }
  slowestMs = Math.max(slowestMs, performance.now() - startedAt);
}
