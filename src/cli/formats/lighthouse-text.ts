import { LIGHTHOUSE_CATEGORIES } from '../../engine/audit/parity/lighthouse-categories.js';
import { type Grade } from '../../engine/grading/grade.js';

/** The scores of a rendered page by Lighthouse, or why one is missing; none of those that were not to be measured. */
export function lighthouseTexts({ parity }: Pick<Grade, 'parity'>): string[] {
  if (!parity) return [];
  const { version, errors } = parity.lighthouse;
  return LIGHTHOUSE_CATEGORIES.flatMap(({ id, name }) => {
    const score = parity.lighthouse[id];
    const title = `Lighthouse ${version} ${name}`;
    if (score !== null) return [`${title} ${String(score)}`];
    const error = errors[id];
    return error ? [`${title} could not be measured. ${error.detail}`] : [];
  });
}
