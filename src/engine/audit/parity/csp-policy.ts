import { firstPolicies } from '../dom/policies.js';

/** Sources by directive, all in lower case. */
export type Policy = ReadonlyMap<string, ReadonlySet<string>>;

interface Source {
  readonly text: string;
  readonly policy: number;
  isKept: boolean;
  /** The source that this one was last compared with, so that the pair is not compared again. */
  comparedWith?: Source;
}

export interface ParsedPolicies {
  readonly policy: Policy;
  /** Whether a policy repeats report-uri or report-to, which is harmless. */
  readonly hasRepeatedReporting: boolean;
}

const MIN_POLICY_LENGTH = 6;
const REPEATABLE = new Set(['report-uri', 'report-to']);
const compare = new Intl.Collator('en').compare;

/** Merges policies like the HTTP Observatory: a source counts only if every policy has it.
 *  @returns null if a policy is too short or repeats a directive, or if compared sources cannot be decoded
 *  @see https://github.com/mdn/mdn-http-observatory/blob/main/src/analyzer/cspParser.js */
export function mergePolicies(texts: readonly string[]): ParsedPolicies | null {
  const policies = parsedPolicies(texts);
  if (!policies) return null;
  try {
    return { policy: merged(policies), hasRepeatedReporting: policies.some(repeatsReporting) };
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function merged(policies: readonly ParsedPolicy[]): Policy {
  const result = new Map<string, Source[]>();
  for (const [index, directives] of policies.entries()) {
    for (const [directive, words] of directives) {
      const before = index === 0 ? [] : (result.get(directive) ?? []);
      result.set(directive, combined(before, sourcesOf(directive, words, index)));
      if (index === 0 && policies.length > 1)
        for (const source of result.get(directive) ?? []) source.isKept = false;
    }
  }
  return flattened(result);
}

/** Number of different directives in the policies, plus one for repeated reporting; 0 if a policy is invalid.
 *  @param ignored directives without effect */
export function countDirectives(texts: readonly string[], ignored: readonly string[]): number {
  const policies = parsedPolicies(texts) ?? [];
  const names = new Set(policies.flat().map(([directive]) => directive));
  for (const name of ignored) names.delete(name);
  return names.size + (policies.some(repeatsReporting) ? 1 : 0);
}

type ParsedPolicy = readonly (readonly [directive: string, words: readonly string[]])[];

function parsedPolicies(texts: readonly string[]): ParsedPolicy[] | null {
  const policies = texts.map((text) => text.replaceAll(/[\r\n]/g, '').trim());
  if (policies.some((text) => text.length < MIN_POLICY_LENGTH)) return null;
  const parsed = firstPolicies(policies).map(directivesIn);
  return parsed.some(repeatsDirective) ? null : parsed;
}

function directivesIn(policy: string): ParsedPolicy {
  return policy.split(';').flatMap((entry) => {
    const [name = '', ...words] = entry.trim().split(/\s+/);
    return name === '' ? [] : [[name.toLowerCase(), words] as const];
  });
}

function repeatsDirective(policy: ParsedPolicy): boolean {
  const names = policy.map(([directive]) => directive).filter((directive) => !REPEATABLE.has(directive));
  return new Set(names).size < names.length;
}

function repeatsReporting(policy: ParsedPolicy): boolean {
  const names = policy.map(([directive]) => directive).filter((directive) => REPEATABLE.has(directive));
  return new Set(names).size < names.length;
}

function sourcesOf(directive: string, words: readonly string[], policy: number): Source[] {
  const isEmptyList = words.length === 0 && directive.endsWith('-src');
  return (isEmptyList ? ["'none'"] : words).map((word) => ({
    text: word.toLowerCase(),
    policy,
    isKept: policy === 0,
  }));
}

/** Drops sources that a shorter source of the same policy covers, and sources that not all policies have. */
function combined(before: readonly Source[], added: Source[]): Source[] {
  const sources = inOrder(
    before,
    added.sort((a, b) => compare(a.text, b.text)),
  );
  for (const [index, source] of sources.entries()) {
    const previous = sources[index - 1];
    if (!previous || source.comparedWith === previous) continue;
    source.comparedWith = previous;
    const isSamePolicy = source.policy === previous.policy;
    if (isSamePolicy && source.text.startsWith(previous.text)) source.isKept = false;
    if (!isSamePolicy && pathMatches(previous.text, source.text)) source.isKept = true;
  }
  return sources.filter((source) => source.isKept);
}

/** Merges two sorted lists; of equal sources, those of `before` come first. Inserts a few into many by binary search,
 *  because locale-aware comparison is slow. */
function inOrder(before: readonly Source[], added: readonly Source[]): Source[] {
  const sources: Source[] = [];
  let taken = 0;
  for (const source of added) {
    let [low, high] = [taken, before.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(before[middle]?.text ?? '', source.text) <= 0) low = middle + 1;
      else high = middle;
    }
    sources.push(...before.slice(taken, low));
    taken = low;
    sources.push(source);
  }
  return [...sources, ...before.slice(taken)];
}

/** CSP3's path-part match, which the Observatory applies to whole sources.
 *  @throws URIError if a compared part has an invalid percent-encoding
 *  @see https://www.w3.org/TR/CSP3/#path-part-match */
function pathMatches(covering: string, covered: string): boolean {
  if (covering === '' || (covering === '/' && covered === '')) return true;
  const isExact = !covering.endsWith('/');
  const wanted = covering.split('/');
  const given = covered.split('/');
  if (wanted.length > given.length || (isExact && wanted.length !== given.length)) return false;
  if (!isExact) wanted.pop();
  return wanted.every((piece, index) => decodeURIComponent(piece) === decodeURIComponent(given[index] ?? ''));
}

function flattened(merged: ReadonlyMap<string, readonly Source[]>): Policy {
  return new Map(
    [...merged].map(([directive, sources]) => [
      directive,
      new Set(sources.length > 0 ? sources.map((source) => source.text) : ["'none'"]),
    ]),
  );
}
