import { once } from '../dom/once.js';
import { type PageFacts } from '../page.js';
import { textOf } from './byte-string.js';
import { type GoogleLine, googleLinesOf } from './google-lines.js';
import { googlePathOf, googlePattern } from './google-path.js';
import { type Rule, RuleSet } from './rule-set.js';

/** The rule of a robots.txt that decides about a URL. */
export interface RobotsRule {
  readonly isAllowed: boolean;
  /** The pattern as written in the file; null: no rule matches. */
  readonly pattern: string | null;
  /** Line of the rule, from 1; null: no rule matches. */
  readonly line: number | null;
}

/** What the groups of one robot say. */
interface Group {
  readonly rules: Rule[];
  /** Byte strings, as written in the file. */
  readonly crawlDelays: string[];
}

const NO_RULE: RobotsRule = { isAllowed: true, pattern: null, line: null };

/** Maximum number of comparisons for the URLs of one page, and minimum number of URLs to judge. Only hostile pages reach
 *  the limits. */
const MAX_COMPARISONS = 1_000_000;
const MIN_JUDGED = 30;

/** A robots.txt, parsed and matched exactly as google/robotstxt does. Names match by prefix and in common misspellings,
 *  whitespace may replace the colon, and a user agent ends at the first character that can't be part of one.
 *  {@link LighthouseRobots} is stricter and follows the package that Lighthouse uses.
 *  @see https://www.rfc-editor.org/rfc/rfc9309
 *  @see https://github.com/google/robotstxt */
export class GoogleRobots {
  private readonly lines: readonly GoogleLine[];
  private readonly ruleSets = new Map<string, RuleSet>();
  private ofOthers: RuleSet | undefined;

  /** @param body the bytes of the file, or its text */
  constructor(body: string | Uint8Array) {
    this.lines = googleLinesOf(body);
  }

  /** URLs of sitemaps, which may be invalid; the sitemap check reports that. */
  get sitemaps(): string[] {
    return this.lines.filter(({ name }) => name === 'sitemap').map(({ value }) => textOf(value));
  }

  /** Judges a URL for a robot. The longest matching rule of the robot's groups decides, or of the groups for all robots
   *  if it has none. In a tie, an allowing rule wins.
   *  @param url compared unchanged; escapes in rules are converted to upper case, so `%c3` in a URL matches no rule
   *  @param agent product token, like `Googlebot` */
  judge(url: string, agent: string): RobotsRule {
    const rules = this.rulesOf(agent);
    const rule = rules.isEmpty ? null : rules.decide(googlePathOf(url));
    if (!rule || rule.pattern === '') return NO_RULE;
    return { isAllowed: rule.allows, pattern: textOf(rule.text), line: rule.line };
  }

  /** Values of `Crawl-delay` in the groups that {@link judge} would use, which may be invalid. Each belongs to the robots
   *  that its group has named before it.
   *  @param agent product token, like `Googlebot` */
  crawlDelays(agent: string): string[] {
    const { own, others } = this.groupsFor(asciiLowerCase(agent));
    return (own ?? others).crawlDelays.map(textOf);
  }

  /** Maximum number of URLs of one page to judge, to limit the cost. */
  judgeable(agent: string): number {
    return Math.max(MIN_JUDGED, Math.floor(MAX_COMPARISONS / (this.rulesOf(agent).wildcardCount + 1)));
  }

  private rulesOf(agent: string): RuleSet {
    const wanted = asciiLowerCase(agent);
    const known = this.ruleSets.get(wanted);
    if (known) return known;
    const { own, others } = this.groupsFor(wanted);
    this.ofOthers ??= new RuleSet(others.rules);
    const rules = own ? new RuleSet(own.rules) : this.ofOthers;
    this.ruleSets.set(wanted, rules);
    return rules;
  }

  private groupsFor(wanted: string): { own: Group | null; others: Group } {
    const others: Group = { rules: [], crawlDelays: [] };
    let own: Group | null = null;
    let isGroupOpen = false;
    let meansOwn = false;
    let meansAll = false;
    for (const line of this.lines) {
      if (line.name === 'user-agent') {
        if (!isGroupOpen) meansOwn = meansAll = false;
        isGroupOpen = true;
        if (isForAll(line.value)) {
          meansAll = true;
        } else if (asciiLowerCase(productToken(line.value)) === wanted) {
          meansOwn = true;
          own ??= { rules: [], crawlDelays: [] };
        }
      } else if (line.name === 'allow' || line.name === 'disallow') {
        if (!meansOwn && !meansAll) continue;
        isGroupOpen = false;
        const rules = rulesOf(line);
        if (meansOwn) own?.rules.push(...rules);
        if (meansAll) others.rules.push(...rules);
      } else if (line.name === 'crawl-delay') {
        if (meansOwn) own?.crawlDelays.push(line.value);
        if (meansAll) others.crawlDelays.push(line.value);
      }
    }
    return { own, others };
  }
}

/** Rules of a robots.txt response, as Google applies them: a server error disallows the whole site, any other error
 *  and any redirect that leads too far allows it. Cached per response.
 *  @see https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec#http-status-codes */
export const googleRobotsOf = once(({ status, body, bytes }: PageFacts['robotsTxt']) => {
  if (isUnreachable(status)) return new GoogleRobots('User-agent: *\nDisallow: /');
  return new GoogleRobots(status !== null && status >= 200 && status < 300 ? (bytes ?? body) : '');
});

/** Whether a robots.txt disallows the whole site because it can't be read.
 *  @param status null: no response */
export function isUnreachable(status: number | null): boolean {
  return status === null || status >= 500 || status === 429;
}

/** The product token of a user agent: `Googlebot` of `Googlebot/2.1`. */
export function productToken(userAgent: string): string {
  return /^[a-zA-Z_-]*/.exec(userAgent)?.[0] ?? '';
}

function isForAll(userAgent: string): boolean {
  return /^\*($|[\t\v\f ])/.test(userAgent);
}

function asciiLowerCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A rule that allows an index page also allows its directory. */
function rulesOf({ name, value: text, number: line }: GoogleLine): Rule[] {
  const allows = name === 'allow';
  const pattern = googlePattern(text);
  const slash = pattern.lastIndexOf('/');
  const isIndex = allows && slash >= 0 && pattern.startsWith('/index.htm', slash);
  const directory = { allows, pattern: `${pattern.slice(0, slash + 1)}$`, text, line };
  return isIndex ? [{ allows, pattern, text, line }, directory] : [{ allows, pattern, text, line }];
}
