import { visibleJson } from '../../basics/control-characters.js';
import { messageOf } from '../../engine/audit/message.js';
import { type AuditedPage, type Writer } from './audited-page.js';
import { fingerprintOf } from './fingerprint.js';
import { type Level, levelOf } from './level.js';
import { printable } from './printable.js';
import { toFix } from './to-fix.js';
import { uriOf } from './uri.js';

const SEVERITIES: Readonly<Record<Level, string>> = { error: 'critical', warning: 'major', note: 'minor' };

/** Report for GitLab Code Quality.
 *  @see https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format */
export const codeQuality: Writer = (pages) => visibleJson(JSON.stringify(pages.flatMap(issuesOf)));

function issuesOf({ url, grade, fault }: AuditedPage) {
  if (!grade || fault !== null) return [];
  return toFix(grade).map((finding) => ({
    description: printable(messageOf(finding)),
    check_name: finding.id,
    fingerprint: fingerprintOf(url, finding),
    severity: SEVERITIES[levelOf(finding)],
    location: { path: uriOf(grade.finalUrl), lines: { begin: finding.evidence[0]?.line ?? 1 } },
  }));
}
