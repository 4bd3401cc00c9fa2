import { type Parity } from '../../src/engine/audit/parity/parity.js';
import { INFORMATIVE_AUDITS } from './lighthouse-audits.js';
import { type LighthouseResult } from './lighthouse-result.js';

/** What is compared, with Lighthouse's verdict and the product's. */
export type Verdicts = readonly (readonly [what: string, theirs: unknown, ours: unknown])[];

/** Judged apart: the audit `doctype` needs a trace, and the informative ones give no verdict. */
const NOT_HERE = new Set<string>(['doctype', ...INFORMATIVE_AUDITS]);

/** Lighthouse's verdicts on a page beside the product's. */
export function lighthouseVerdicts(result: LighthouseResult, { lighthouse }: Parity): Verdicts {
  return [
    ...Object.entries(result.audits)
      .filter(([id]) => !NOT_HERE.has(id))
      .map(([id, verdict]) => [id, verdict, lighthouse.audits[id]] as const),
    ...['has-hsts', 'csp-xss'].map(
      (id) => [id, verdictIn(result.findings[id] ?? []), lighthouse.audits[id]] as const,
    ),
  ];
}

/** Informative audits list what they found: anything but a warning of medium severity is a failure. */
function verdictIn(findings: readonly string[]): 0 | 1 {
  const isFault = (finding: string) => /"severity":"(High|Low)"/.test(finding);
  return findings.some(isFault) ? 0 : 1;
}
