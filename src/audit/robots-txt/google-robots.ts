import { once } from '../dom/once.js';
import { pathOf, type Rule, RuleSet, upperEscapes } from './rule-set.js';

/** Which rule of a robots.txt decides about an address. */
export interface RobotsRule {
  readonly isAllowed: boolean;
  /** The rule as it stands in the file; null where none matches. */
  readonly pattern: string | null;
  /** Line of the rule, from 1; null where none matches. */
  readonly line: number | null;
}

interface Line {
  readonly number: number;
  readonly name: 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'other';
  readonly value: string;
}

const NO_RULE: RobotsRule = { isAllowed: true, pattern: null, line: null };

/** What Google reads of a file, and of a line.
 *  @see https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec#file-format
 *  @see https://github.com/google/robotstxt/blob/master/robots.cc */
const MAX_FILE_CHARACTERS = 500 * 1024;
const MAX_LINE_CHARACTERS = 2083 * 8;

/** Patterns that are tried against all addresses of one page, and addresses that are always judged: no real page
 *  comes near. */
const MAX_COMPARISONS = 1_000_000;
const MIN_JUDGED = 30;

const NAMES: readonly (readonly [prefix: string, name: Line['name']])[] = [
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
];

/** A robots.txt as Google's own parser reads it: names by their beginning and with common misspellings, blanks in
 *  place of a colon, the user agent up to its first odd character. Compare {@link LighthouseRobots}, which Lighthouse
 *  uses.
 *  @see https://www.rfc-editor.org/rfc/rfc9309 */
export class GoogleRobots {
  private readonly lines: readonly Line[];
  private readonly ruleSets = new Map<string, RuleSet>();
  private ofOthers: RuleSet | undefined;

  constructor(body: string) {
    this.lines = linesOf(body);
  }

  /** Absolute addresses are not checked: that is the sitemap check's. */
  get sitemaps(): string[] {
    return this.lines.filter(({ name }) => name === 'sitemap').map(({ value }) => value);
  }

  /** Judges an address for a robot: the longest matching rule of its own groups, or else of the groups for all;
   *  an allowing rule wins a tie.
   *  @param agent product token, like `Googlebot` */
  judge(url: string, agent: string): RobotsRule {
    const rules = this.rulesOf(agent);
    const rule = rules.isEmpty ? null : rules.decide(pathOf(url));
    if (!rule || rule.pattern === '') return NO_RULE;
    return { isAllowed: rule.allows, pattern: rule.text, line: rule.line };
  }

  /** How many addresses of one page can be judged at an affordable cost. */
  judgeable(agent: string): number {
    return Math.max(MIN_JUDGED, Math.floor(MAX_COMPARISONS / (this.rulesOf(agent).wildcardCount + 1)));
  }

  private rulesOf(agent: string): RuleSet {
    const wanted = agent.toLowerCase();
    const known = this.ruleSets.get(wanted);
    if (known) return known;
    const { own, others } = this.rulesFor(wanted);
    this.ofOthers ??= new RuleSet(others);
    const rules = own ? new RuleSet(own) : this.ofOthers;
    this.ruleSets.set(wanted, rules);
    return rules;
  }

  private rulesFor(wanted: string): { own: Rule[] | null; others: Rule[] } {
    const others: Rule[] = [];
    let own: Rule[] | null = null;
    let isGroupOpen = false;
    let meansOwn = false;
    let meansAll = false;
    for (const { name, value, number } of this.lines) {
      if (name === 'user-agent') {
        if (!isGroupOpen) meansOwn = meansAll = false;
        isGroupOpen = true;
        meansAll ||= /^\*($|\s)/.test(value);
        if ((/^[a-z_-]+/i.exec(value)?.[0] ?? '').toLowerCase() === wanted) {
          meansOwn = true;
          own ??= [];
        }
      } else if (name === 'allow' || name === 'disallow') {
        if (!meansOwn && !meansAll) continue;
        isGroupOpen = false;
        const rules = rulesOf(name === 'allow', value, number);
        if (meansOwn) own?.push(...rules);
        if (meansAll) others.push(...rules);
      }
    }
    return { own, others };
  }
}

/** What an HTTP answer for robots.txt means to Google: a server error closes the whole site, any other failure
 *  opens it. The same object for the same answer.
 *  @see https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec#http-status-codes */
export const googleRobotsOf = once(({ status, body }: { status: number | null; body: string }) => {
  const isClosed = status === null || status >= 500 || status === 429;
  if (isClosed) return new GoogleRobots('User-agent: *\nDisallow: /');
  return new GoogleRobots(status >= 200 && status < 300 ? body : '');
});

function linesOf(body: string): Line[] {
  const text = body.slice(0, MAX_FILE_CHARACTERS).replace(/^\ufeff/, '');
  return text.split(/\r\n|\r|\n/).flatMap((raw, index) => {
    const pair = pairOf(raw.slice(0, MAX_LINE_CHARACTERS));
    if (!pair) return [];
    const key = pair.key.toLowerCase();
    const name = NAMES.find(([prefix]) => key.startsWith(prefix))?.[1] ?? 'other';
    return [{ number: index + 1, name, value: pair.value }];
  });
}

/** A line without a colon counts where it is exactly two words. */
function pairOf(raw: string): { key: string; value: string } | null {
  const content = raw.replace(/#.*$/s, '').trim();
  const colon = content.indexOf(':');
  if (colon >= 0) {
    const key = content.slice(0, colon).trim();
    return key === '' ? null : { key, value: content.slice(colon + 1).trim() };
  }
  const [key, value, ...rest] = content.split(/[ \t]+/);
  return key !== undefined && value !== undefined && rest.length === 0 ? { key, value } : null;
}

/** A rule that allows an index page allows its directory too. */
function rulesOf(allows: boolean, text: string, line: number): Rule[] {
  const pattern = escaped(text);
  const slash = pattern.lastIndexOf('/');
  const isIndex = allows && slash >= 0 && pattern.startsWith('/index.htm', slash);
  const directory = { allows, pattern: `${pattern.slice(0, slash + 1)}$`, text, line };
  return isIndex ? [{ allows, pattern, text, line }, directory] : [{ allows, pattern, text, line }];
}

function escaped(pattern: string): string {
  const ascii = pattern.replaceAll(/[^\u0000-\u007f]+/gu, (text) => encodeURIComponent(text.toWellFormed()));
  return upperEscapes(ascii);
}
