import { type Finding } from './audit.js';
import { checkOf } from './registry.js';

/** Id of the check whose failure makes `render=auto` render a page. */
const SHELL_CHECK = 'script_rendered';

/** Reason of checks that need a browser. */
const NOT_RENDERED = 'not_rendered';

/** Whether a page is a shell that scripts fill. */
export function isShell(findings: readonly Finding[]): boolean {
  return findings.some(({ id, outcome }) => id === SHELL_CHECK && outcome === 'fail');
}

/** Whether a page with these findings has to be rendered. */
export function needsBrowser(render: 'never' | 'auto' | 'always', findings: readonly Finding[]): boolean {
  return render === 'always' || (render === 'auto' && isShell(findings));
}

/** The findings on a rendered document, with the outcomes that rendering changed. Checks of the source keep theirs.
 *  @param sent findings on the document as it was sent */
export function renderedFindings(rendered: readonly Finding[], sent: readonly Finding[]): Finding[] {
  const before = new Map(sent.map((finding) => [finding.id, finding]));
  return rendered.map((finding) => {
    const old = before.get(finding.id);
    if (!old) return finding;
    if (checkOf(finding.id)?.judgesSource) return old;
    const isSame = old.outcome === finding.outcome || old.reason === NOT_RENDERED;
    return isSame ? finding : { ...finding, static_outcome: old.outcome };
  });
}

/** The findings on a shell that was not rendered: what scripts may add is not held against it. */
export function unrenderedFindings(findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => {
    const isMissing = finding.outcome === 'fail' || finding.outcome === 'warn';
    const isContent = checkOf(finding.id)?.restsOnContent === true;
    return isMissing && isContent ? { ...finding, method: 'unrendered' } : finding;
  });
}
