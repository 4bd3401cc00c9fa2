import { type Grader } from '../engine/grading/grader.js';
import { judgeTarget, type TargetPolicy } from '../engine/page-loader/target.js';

/** What can be wrong with a robots.txt as a page though it was loaded. */
const LOADED: ReadonlySet<string> = new Set(['not_html', 'empty_document', 'too_large', 'too_complex']);

/** Why the robots.txt of a website can't be loaded, as a sentence; null: it can.
 *  @param url of any page there
 *  @throws OutOfResources if this process runs out of a resource */
export async function robotsTxtFault(
  grader: Grader,
  url: string,
  policy: TargetPolicy,
): Promise<string | null> {
  const judged = judgeTarget(new URL('/robots.txt', url).href, policy);
  if ('fault' in judged) return `The URL ${judged.fault}.`;
  const { error } = await grader.grade(judged.url);
  return error === null || LOADED.has(error.code) ? null : error.detail;
}
