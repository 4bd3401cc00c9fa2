import { sha256 } from '../../basics/sha256.js';
import { visibleJson } from '../../basics/control-characters.js';
import { messageOf } from '../../engine/audit/message.js';
import { type AuditedPage, type Writer } from './audited-page.js';
import { fingerprintOf } from './fingerprint.js';
import { fileOf } from './place.js';
import { type Level, levelOf } from './level.js';
import { printable } from './printable.js';
import { toFix } from './to-fix.js';
import { normalized, uriOf } from './uri.js';

const SEVERITIES: Readonly<Record<Level, string>> = { error: 'critical', warning: 'major', note: 'minor' };

/** Report for GitLab Code Quality.
 *  @see https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format */
export const codeQuality: Writer = (pages) => visibleJson(JSON.stringify(pages.flatMap(issuesOf)));

/** Without it, all issues of the page would look resolved, or those that need a browser. */
function blockerOf(url: string, name: 'loads' | 'renders', description: string) {
  return {
    description: printable(description),
    check_name: name,
    fingerprint: sha256(JSON.stringify([normalized(url), name])),
    severity: 'blocker',
    location: { path: uriOf(url), lines: { begin: 1 } },
  };
}

function issuesOf({ url, grade, fault, renderFault }: AuditedPage) {
  if (!grade || fault !== null) return [blockerOf(url, 'loads', `The page was not audited. ${fault ?? ''}`)];
  const unrendered =
    renderFault === null ? [] : [blockerOf(url, 'renders', `The page was not rendered. ${renderFault}`)];
  const issues = toFix(grade).map((finding) => ({
    description: printable(messageOf(finding)),
    check_name: finding.id,
    fingerprint: fingerprintOf(url, finding),
    severity: SEVERITIES[levelOf(finding)],
    location: {
      path: fileOf(grade.finalUrl, finding.evidence[0]),
      lines: { begin: finding.evidence[0]?.line ?? 1 },
    },
  }));
  return [...unrendered, ...issues];
}
