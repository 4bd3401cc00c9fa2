import { type Finding } from '../../engine/audit/audit.js';
import { type Importance } from '../../engine/audit/check.js';

export type Level = 'error' | 'warning' | 'note';

export const FAILURE_LEVELS: Readonly<Record<Importance, Level>> = {
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
};

/** How serious a failure or a warning is, in the levels of SARIF. What does not count is a note. */
export function levelOf({ outcome, importance, method }: Finding): Level {
  if (method === 'unrendered') return 'note';
  if (outcome === 'fail') return FAILURE_LEVELS[importance];
  return importance === 'high' ? 'warning' : 'note';
}
