import { isDeepStrictEqual, parseArgs } from 'node:util';
import { requestedUrlOf } from './case.js';
import { readCases } from './case-file.js';
import { certificatesIn } from './certificates.js';
import { type CaseTask } from './engine-run.js';
import { lighthouseCache, lighthousePool } from './lighthouse-pool.js';
import { type LighthouseResult } from './lighthouse-result.js';
import { PATHS } from './paths.js';
import { startSite } from './site.js';
import { runPool } from './worker-pool.js';

/** Grades every n-th of the cases whose ids match `--only` again with the waits that Lighthouse has by itself, and prints what comes out
 *  differently: nothing should. */
const { values } = parseArgs({
  options: { every: { type: 'string', default: '60' }, only: { type: 'string', default: '' } },
});
const only = new RegExp(values.only);
const sample = readCases(PATHS.cases)
  .filter((parityCase) => only.test(parityCase.id) && lighthouseCache.get(parityCase))
  .filter((_case, index) => index % Number(values.every) === 0);
const certificates = certificatesIn(PATHS.tls);
const site = await startSite(sample, certificates);
const shortResults = new Map(sample.map((parityCase) => [parityCase.id, lighthouseCache.get(parityCase)]));
let same = 0;

await runPool<CaseTask, LighthouseResult>(
  lighthousePool(site, certificates, 1, 'long'),
  sample.map((parityCase) => ({ id: parityCase.id, url: requestedUrlOf(parityCase) })),
  ({ id }, result) => {
    if (isDeepStrictEqual(result, shortResults.get(id))) same += 1;
    else console.log(id, JSON.stringify(shortResults.get(id)), JSON.stringify(result));
  },
);
await site.stop();
console.log(`${same} of ${sample.length} the same`);
