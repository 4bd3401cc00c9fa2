import { visibleJson } from '../../basics/control-characters.js';
import { gainsOf, inFixOrder } from '../../engine/audit/gain.js';
import { type Grade } from '../../engine/grading/grade.js';
import { findingView } from '../../reports/views/shown-finding.js';
import { type Writer } from './audited-page.js';

/** One line for each page. Refused pages are left out: the command has named them. */
export const json: Writer = (pages, { publicUrl }) =>
  pages.flatMap(({ url, grade }) => (grade ? gradeAsJson(url, grade, publicUrl ?? '') : [])).join('\n');

/** A grade as one line of JSON, with the field names of the API, and what to fix first. A page can't control a terminal
 *  with it.
 *  @param base URL of absolute links */
function gradeAsJson(url: string, grade: Grade, base: string): string {
  const gains = gainsOf(grade);
  const line = JSON.stringify({
    url,
    result: grade.result,
    score: grade.score,
    error: grade.error,
    generated_at: grade.generatedAt,
    final_url: grade.finalUrl,
    categories: grade.categories,
    gates: grade.gates,
    checks: inFixOrder(grade.checks, gains).map((finding) => findingView(finding, { gains, base })),
    facts: grade.facts,
    rendered: grade.rendered,
    parity: grade.parity,
    ruleset_version: grade.rulesetVersion,
  });
  return visibleJson(line);
}
