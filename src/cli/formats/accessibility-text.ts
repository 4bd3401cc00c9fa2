import { type Grade } from '../../engine/grading/grade.js';

/** The score for accessibility by Lighthouse, or why there is none; null if it was not to be measured. */
export function accessibilityText({ parity }: Pick<Grade, 'parity'>): string | null {
  if (!parity) return null;
  const { version, accessibility, errors } = parity.lighthouse;
  const name = `Lighthouse ${version} accessibility`;
  if (accessibility !== null) return `${name} ${String(accessibility)}`;
  return errors.accessibility ? `${name} was not measured. ${errors.accessibility.detail}` : null;
}
