import { readFileSync } from 'node:fs';
import { type Parity } from '../../../src/engine/audit/parity/parity.js';
import { type LighthouseResult } from '../lighthouse-result.js';
import { lighthouseVerdicts } from '../lighthouse-verdicts.js';
import { PATHS } from '../paths.js';

/** An audit that the product judges differently. */
export interface Difference {
  readonly audit: string;
  readonly theirs: unknown;
  readonly ours: unknown;
}

/** A page that both have graded. */
export interface ComparedPage {
  readonly id: string;
  readonly verdicts: number;
  readonly hasEqualScore: boolean;
  readonly differences: readonly Difference[];
}

/** Results of Lighthouse by case. */
export type LighthouseResults = Readonly<Record<string, LighthouseResult>>;

/** Both sides' verdicts on every page that both could grade. */
export function comparedPages(results: LighthouseResults): ComparedPage[] {
  const ours = read<Parity | { error: string }>(PATHS.pagegrade);
  return Object.entries(results).flatMap(([id, result]) => {
    const parity = ours[id];
    if (!parity || 'error' in parity || result.runtimeError !== undefined) return [];
    const verdicts = lighthouseVerdicts(result, parity);
    return {
      id,
      verdicts: verdicts.length,
      hasEqualScore: result.score === parity.lighthouse.seo,
      differences: verdicts
        .filter(([, theirVerdict, ourVerdict]) => theirVerdict !== ourVerdict)
        .map(([audit, theirVerdict, ourVerdict]) => ({ audit, theirs: theirVerdict, ours: ourVerdict })),
    };
  });
}

/** Reads a file of results by case. */
export function read<Result>(file: string): Record<string, Result> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Result>;
}
