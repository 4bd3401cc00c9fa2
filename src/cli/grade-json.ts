import { visibleJson } from '../basics/control-characters.js';
import { type Grade } from '../engine/grading/grade.js';
import { findingView } from '../reports/views/finding.view.js';

/** A grade as one line of JSON, with the field names of the API. A page can't control a terminal with it.
 *  @param base URL of absolute links */
export function gradeAsJson(url: string, grade: Grade, base: string): string {
  const json = JSON.stringify({
    url,
    result: grade.result,
    score: grade.score,
    error: grade.error,
    generated_at: grade.generatedAt,
    final_url: grade.finalUrl,
    categories: grade.categories,
    gates: grade.gates,
    checks: grade.checks.map((finding) => findingView(finding, base)),
    facts: grade.facts,
    rendered: grade.rendered,
    parity: grade.parity,
    ruleset_version: grade.rulesetVersion,
  });
  return visibleJson(json);
}
