import { Csp, isKeyword, isUrlScheme } from 'csp_evaluator/dist/csp.js';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { type Finding } from 'csp_evaluator/dist/finding.js';
import { evaluateForFailure } from 'csp_evaluator/dist/lighthouse/lighthouse_checks.js';
import { firstPolicies } from '../dom/policies.js';
import { parsedUrl } from '../../../basics/url.js';

/** Maximum number of different sources per directive, because the evaluator compares them with each other. */
const MAX_SOURCES = 1000;
/** Maximum number of sources to compare with known bypasses, which takes a quarter of a millisecond each. */
const MAX_COMPARED = 400;

/** Lighthouse's failures of all policies together. */
export function failuresOf(policies: readonly string[]): Finding[] {
  return evaluateForFailure(firstPolicies(policies).map((policy) => parsedCsp(policy, MAX_SOURCES)));
}

/** Findings of Google's evaluator for each policy. */
export function weaknessesOf(policies: readonly string[]): Finding[] {
  let room = MAX_COMPARED;
  return firstPolicies(policies).flatMap((policy) => {
    if (room <= 0) return [];
    const { directives } = parsedCsp(policy, MAX_SOURCES);
    for (const [directive, sources = []] of Object.entries(directives)) {
      const readable = sources.filter(isReadable).slice(0, Math.max(1, room));
      directives[directive] = readable;
      room -= readable.length;
    }
    return new CspEvaluator(new Csp(directives)).evaluate();
  });
}

/** Parses a policy like the evaluator's own parser, which takes quadratic time.
 *  @see https://github.com/google/csp-evaluator/blob/master/parser.ts */
function parsedCsp(policy: string, maxSources: number): Csp {
  const directives: Record<string, string[]> = {};
  for (const entry of policy.split(';')) {
    const [first, ...words] = entry.match(/\S+/g) ?? [];
    const name = first?.toLowerCase();
    if (name === undefined || name in directives) continue;
    directives[name] = [...new Set(words.map(normalized))].slice(0, maxSources);
  }
  return new Csp(directives);
}

function normalized(word: string): string {
  const folded = word.toLowerCase();
  return isKeyword(folded) || isUrlScheme(word) ? folded : word;
}

/** Whether a source is a valid URL, because the evaluator throws for others. */
function isReadable(source: string): boolean {
  const host = source.replace(/^\w[+\w.-]*:\/\//, '').replace(/^\/\//, '');
  return parsedUrl(`https://${host.replace(':*', '').replace('*', 'wildcard_placeholder')}`) !== null;
}
