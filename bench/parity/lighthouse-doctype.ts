import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { requestedUrlOf } from './case.js';
import { readCases } from './case-file.js';
import { certificatesIn } from './certificates.js';
import { type CaseTask } from './engine-run.js';
import { lighthousePool } from './lighthouse-pool.js';
import { type LighthouseResult } from './lighthouse-result.js';
import { PATHS } from './paths.js';
import { startSite } from './site.js';
import { runPool } from './worker-pool.js';

/** Has every n-th case judged by the audit `doctype` with a trace, which it needs to see limited quirks. */
const { values } = parseArgs({ options: { every: { type: 'string', default: '20' } } });
const sample = readCases(PATHS.cases).filter(
  ({ id }, index) => index % Number(values.every) === 0 || id.startsWith('doctype'),
);
const certificates = certificatesIn(PATHS.tls);
const site = await startSite(sample, certificates);
const verdicts: Record<string, number | null> = {};

await runPool<CaseTask, LighthouseResult>(
  lighthousePool(site, certificates, 2, 'doctype'),
  sample.map((parityCase) => ({ id: parityCase.id, url: requestedUrlOf(parityCase) })),
  ({ id }, { audits, runtimeError }) => {
    if (!runtimeError) verdicts[id] = audits.doctype ?? null;
  },
);
await site.stop();
writeFileSync(PATHS.doctype, JSON.stringify(verdicts, null, 1));
console.log(`${Object.keys(verdicts).length} cases`);
