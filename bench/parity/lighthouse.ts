import { requestedUrlOf } from './case.js';
import { runEngine } from './engine-run.js';
import { lighthouseCache, lighthousePool } from './lighthouse-pool.js';
import { PATHS } from './paths.js';

await runEngine({
  cache: lighthouseCache,
  taskOf: (parityCase) => ({ id: parityCase.id, url: requestedUrlOf(parityCase) }),
  pool: (site, certificates, workers) => lighthousePool(site, certificates, workers, 'short'),
  file: PATHS.lighthouse,
  workers: 2,
});
