import { CHECKS } from './registry.js';
import { DEFAULT_WEIGHTS } from './score.js';

/** Ids of checks by their weight times the number of pages that fail them, the highest first. Checks that this version does
 *  not know are left out.
 *  @param counts numbers of pages by the ids of checks */
export function heaviestFirst(counts: ReadonlyMap<string, number>): string[] {
  return CHECKS.flatMap(({ id, importance }) => {
    const count = counts.get(id) ?? 0;
    const weight = importance === 'info' ? 0 : DEFAULT_WEIGHTS[importance];
    return count > 0 ? [{ id, count, loss: weight * count }] : [];
  })
    .sort((one, other) => other.loss - one.loss || other.count - one.count || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id);
}
