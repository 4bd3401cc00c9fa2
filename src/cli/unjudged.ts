import { isUnmeasured } from '../monitors/judgment/measurements.js';

/** Whether a check was not judged, so that its outcome says nothing of the page. */
export function isUnjudged(finding: { readonly outcome: string; readonly reason?: string | null }): boolean {
  return finding.outcome === 'error' || isUnmeasured(finding);
}
