import { isDeepStrictEqual, parseArgs } from 'node:util';
import { requestedUrlOf } from '../case.js';
import { readCases } from '../case-file.js';
import { certificatesIn } from '../certificates.js';
import { type CaseTask } from '../engine-run.js';
import { lighthousePool, wholeLighthouseCache } from '../lighthouse-pool.js';
import { type LighthouseResult } from '../lighthouse-result.js';
import { PATHS } from '../paths.js';
import { startSite } from '../site.js';
import { runPool } from '../worker-pool.js';

/** Grades every n-th page again and prints what comes out differently: how much of the comparison is chance. */
const { values } = parseArgs({
  options: { every: { type: 'string', default: '8' }, only: { type: 'string', default: '' } },
});
const only = new RegExp(values.only);
const sample = readCases(PATHS.cases)
  .filter((parityCase) => only.test(parityCase.cause) && wholeLighthouseCache.get(parityCase))
  .filter((_case, index) => index % Number(values.every) === 0);
const results = new Map(sample.map((parityCase) => [parityCase.id, wholeLighthouseCache.get(parityCase)]));
const certificates = certificatesIn(PATHS.tls);
const site = await startSite(sample, certificates);
let same = 0;

await runPool<CaseTask, LighthouseResult>(
  lighthousePool(site, certificates, 2, 'whole'),
  sample.map((parityCase) => ({ id: parityCase.id, url: requestedUrlOf(parityCase), isPatient: true })),
  ({ id }, { audits, runtimeError }) => {
    const kept = results.get(id);
    if (isDeepStrictEqual([audits, runtimeError], [kept?.audits, kept?.runtimeError])) same += 1;
    else console.log(id, kept?.runtimeError, runtimeError, changesOf(kept?.audits ?? {}, audits));
  },
);
await site.stop();
console.log(`${same} of ${sample.length} the same`);

type Verdicts = LighthouseResult['audits'];

function changesOf(before: Verdicts, after: Verdicts): string {
  const changed = Object.keys(after).filter((id) => before[id] !== after[id]);
  return changed.map((id) => `${id} ${String(before[id])} → ${String(after[id])}`).join(', ');
}
