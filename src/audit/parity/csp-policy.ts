/** Sources by directive, all in lower case. */
export type Policy = ReadonlyMap<string, ReadonlySet<string>>;

interface Source {
  readonly text: string;
  readonly policy: number;
  isKept: boolean;
}

export interface ParsedPolicies {
  readonly policy: Policy;
  /** Whether report-uri or report-to stands twice in one policy, which is harmless. */
  readonly hasRepeatedReporting: boolean;
}

const MIN_POLICY_LENGTH = 6;
const REPEATABLE = new Set(['report-uri', 'report-to']);
const compare = new Intl.Collator('en').compare;

/** Merges several policies into one as the HTTP Observatory does (a source must be in every policy to count).
 *  @returns null where a policy is too short to be one, or repeats a directive
 *  @see https://github.com/mdn/mdn-http-observatory/blob/main/src/analyzer/cspParser.js */
export function mergePolicies(texts: readonly string[]): ParsedPolicies | null {
  const policies = texts.map((text) => text.replaceAll(/[\r\n]/g, '').trim());
  if (policies.some((text) => text.length < MIN_POLICY_LENGTH)) return null;
  const merged = new Map<string, Source[]>();
  let hasRepeatedReporting = false;
  for (const [index, text] of policies.entries()) {
    const seen = new Set<string>();
    for (const [name = '', ...words] of text.split(';').map((entry) => entry.trim().split(/\s+/))) {
      const directive = name.toLowerCase();
      if (directive === '') continue;
      if (seen.has(directive)) {
        if (!REPEATABLE.has(directive)) return null;
        hasRepeatedReporting = true;
      }
      seen.add(directive);
      const before = index === 0 ? [] : (merged.get(directive) ?? []);
      merged.set(directive, combined([...before, ...sourcesOf(directive, words, index)]));
      if (index === 0 && policies.length > 1)
        for (const source of merged.get(directive) ?? []) source.isKept = false;
    }
  }
  return { policy: flattened(merged), hasRepeatedReporting };
}

function sourcesOf(directive: string, words: readonly string[], policy: number): Source[] {
  const isEmptyList = words.length === 0 && directive.endsWith('-src');
  return (isEmptyList ? ["'none'"] : words).map((word) => ({
    text: word.toLowerCase(),
    policy,
    isKept: policy === 0,
  }));
}

/** Drops what a shorter source of the same policy covers, and what only one policy has. */
function combined(sources: Source[]): Source[] {
  sources.sort((a, b) => compare(a.text, b.text));
  for (const [index, source] of sources.entries()) {
    const before = sources[index - 1];
    if (!before) continue;
    if (source.policy === before.policy && source.text.startsWith(before.text)) source.isKept = false;
    if (source.policy !== before.policy && pathMatches(before.text, source.text)) source.isKept = true;
  }
  return sources.filter((source) => source.isKept);
}

/** CSP3's path-part match, which the Observatory applies to whole sources.
 *  @see https://www.w3.org/TR/CSP3/#path-part-match */
function pathMatches(covering: string, covered: string): boolean {
  if (covering === '' || (covering === '/' && covered === '')) return true;
  const isExact = !covering.endsWith('/');
  const wanted = covering.split('/');
  const given = covered.split('/');
  if (wanted.length > given.length || (isExact && wanted.length !== given.length)) return false;
  if (!isExact) wanted.pop();
  return wanted.every((piece, index) => decoded(piece) === decoded(given[index] ?? ''));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function flattened(merged: ReadonlyMap<string, readonly Source[]>): Policy {
  return new Map(
    [...merged].map(([directive, sources]) => [
      directive,
      new Set(sources.length > 0 ? sources.map((source) => source.text) : ["'none'"]),
    ]),
  );
}
