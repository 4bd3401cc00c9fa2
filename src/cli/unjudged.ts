/** Reasons why a check could not find out whether it applies. */
const REASONS = new Set(['not_asked', 'not_measured', 'unreachable', 'not_rendered']);

/** Whether a check was not judged, so that its outcome says nothing of the page. */
export function isUnjudged({
  outcome,
  reason,
}: {
  readonly outcome: string;
  readonly reason?: string | null;
}): boolean {
  return outcome === 'error' || (outcome === 'not_applicable' && REASONS.has(reason ?? ''));
}
