import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type CaseTask } from '../parity/engine-run.js';
import { type LighthouseResult } from '../parity/lighthouse-result.js';
import { runPool } from '../parity/worker-pool.js';
import { type ServedPage, withPages } from './pages.js';
import { keepResult, keptResult } from './verdict-cache.js';

/** Has Lighthouse grade all pages that have no kept result. */
const { values } = parseArgs({
  options: {
    corpus: { type: 'string', default: 'apps' },
    sites: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    workers: { type: 'string', default: '1' },
  },
});
const only = new RegExp(values.only);

await withPages({ corpus: values.corpus, sites: new RegExp(values.sites) }, async (pages) => {
  const missing = pages.filter((page) => only.test(page.id) && !keptResult(page));
  console.log(`${pages.length} pages, ${missing.length} to grade`);
  await grade(missing);
});

async function grade(pages: readonly ServedPage[]): Promise<void> {
  const pageOf = new Map(pages.map((page) => [page.id, page]));
  const startedAt = Date.now();
  let done = 0;
  await runPool<CaseTask, LighthouseResult>(
    {
      module: join(import.meta.dirname, '../parity/lighthouse-worker.ts'),
      // No host but the loopback address is looked up.
      args: ['80', '443', '', 'categories'],
      env: {},
      workers: Number(values.workers),
      timeoutMs: 120_000,
      failed: ({ message }) => ({ score: null, audits: {}, findings: {}, runtimeError: message }),
    },
    pages.map(({ id, url }) => ({ id, url, isPatient: true })),
    ({ id }, result, hasEnded) => {
      done += 1;
      const page = pageOf.get(id);
      if (page && hasEnded && result.runtimeError === undefined) keepResult(page, result);
      else console.log(`${id}: ${result.runtimeError}. It will be graded again by the next run.`);
      if (done % 10 === 0)
        console.log(
          `${done} of ${pages.length}, ${Math.round((Date.now() - startedAt) / done / 1000)} s each`,
        );
    },
  );
}
