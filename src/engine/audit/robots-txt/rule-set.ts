/** One `Allow` or `Disallow` line. */
export interface Rule {
  readonly allows: boolean;
  /** Escaped as the parser escapes patterns. */
  readonly pattern: string;
  /** The pattern as written in the file. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** A pattern with wildcards, split into parts. */
interface Wildcard extends Rule {
  readonly first: string;
  /** Parts between wildcards, in order. */
  readonly parts: readonly string[];
  /** Required end of the path; undefined if the pattern does not end with `$`. */
  readonly last: string | undefined;
}

/** The rules of one robot. Patterns without wildcards are looked up by prefixes of the path, so that the cost doesn't
 *  multiply with many rules and URLs. Only patterns with wildcards are tried one by one. */
export class RuleSet {
  private readonly literals = new Map<string, Rule>();
  /** Lengths of literal patterns, longest first. */
  private readonly lengths: readonly number[];
  private readonly wildcards: readonly Wildcard[];
  /** Cached, because many robots are judged for the same URL. */
  private last: { readonly path: string; readonly rule: Rule | null } | undefined;

  constructor(rules: readonly Rule[]) {
    const wildcards = new Map<string, Rule>();
    for (const rule of rules) {
      const { pattern } = rule;
      const group = pattern.includes('*') || pattern.endsWith('$') ? wildcards : this.literals;
      const known = group.get(pattern);
      if (!known || (rule.allows && !known.allows)) group.set(pattern, rule);
    }
    this.lengths = [...new Set([...this.literals.keys()].map(({ length }) => length))].sort((a, b) => b - a);
    this.wildcards = [...wildcards.values()]
      .map(takenApart)
      .sort(
        (a, b) =>
          b.pattern.length - a.pattern.length || Number(b.allows) - Number(a.allows) || a.line - b.line,
      );
  }

  get isEmpty(): boolean {
    return this.literals.size + this.wildcards.length === 0;
  }

  /** Number of patterns that each URL is compared with. */
  get wildcardCount(): number {
    return this.wildcards.length;
  }

  /** The longest matching rule; of equally long ones the allowing one, else the first.
   *  @param path path and query, escaped as the parser compares them */
  decide(path: string): Rule | null {
    if (this.last?.path !== path) this.last = { path, rule: this.decisionOn(path) };
    return this.last.rule;
  }

  private decisionOn(path: string): Rule | null {
    const literal = this.literalFor(path);
    for (const rule of this.wildcards) {
      if (literal && isStronger(literal, rule)) break;
      if (matches(path, rule)) return rule;
    }
    return literal;
  }

  private literalFor(path: string): Rule | null {
    for (const length of this.lengths) {
      const rule = length <= path.length ? this.literals.get(path.slice(0, length)) : undefined;
      if (rule) return rule;
    }
    return null;
  }
}

function isStronger(rule: Rule, other: Rule): boolean {
  if (rule.pattern.length !== other.pattern.length) return rule.pattern.length > other.pattern.length;
  return rule.allows === other.allows ? rule.line < other.line : rule.allows;
}

function takenApart(rule: Rule): Wildcard {
  const isAnchored = rule.pattern.endsWith('$');
  const [first = '', ...parts] = (isAnchored ? rule.pattern.slice(0, -1) : rule.pattern).split('*');
  return { ...rule, first, parts, last: isAnchored ? (parts.pop() ?? '') : undefined };
}

/** Matches `*` with any characters, and `$` at the end with the end. Searches for each part once, from the left. */
function matches(path: string, { pattern, first, parts, last }: Wildcard): boolean {
  if (!path.startsWith(first)) return false;
  if (last !== undefined && !pattern.includes('*')) return path.length === first.length;
  let position = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return last === undefined || (path.length - last.length >= position && path.endsWith(last));
}
