import { join } from 'node:path';
import { originOf } from './case.js';
import { runEngine } from './engine-run.js';
import { type ObservatoryResult } from './observatory-result.js';
import { PATHS } from './paths.js';
import { providePreloadList } from './preload-list.js';
import { ResultCache } from './result-cache.js';

providePreloadList();
await runEngine<ObservatoryResult>({
  cache: new ResultCache(PATHS.observatoryCache, 'mdn-http-observatory 1.4.8'),
  taskOf: (parityCase) => ({ id: parityCase.id, url: originOf(parityCase) }),
  pool: (site, { authorityFile }, workers) => ({
    module: join(import.meta.dirname, 'observatory-worker.ts'),
    args: [String(site.httpPort), String(site.httpsPort)],
    env: { NODE_EXTRA_CA_CERTS: authorityFile },
    workers,
    timeoutMs: 60_000,
    failed: ({ message }) => ({ score: null, grade: null, tests: {}, error: message }),
  }),
  file: PATHS.observatory,
  workers: 2,
});
