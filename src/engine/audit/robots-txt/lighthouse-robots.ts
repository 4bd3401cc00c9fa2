import { once } from '../dom/once.js';
import { upperEscapes } from './escapes.js';
import { type Rule, RuleSet } from './rule-set.js';

/** A line with a colon; the name is in lower case. */
interface Line {
  readonly number: number;
  readonly name: string;
  readonly value: string;
}

/** Directives that make a group count for a robot, even without a rule. */
const OF_GROUPS = new Set(['allow', 'disallow', 'crawl-delay']);

/** Parses and matches a robots.txt like the package robots-parser, which Lighthouse uses: names and user agents must be
 *  exact. The package itself copies each rule for each user agent and compares character by character, which takes
 *  minutes for a hostile file of one megabyte.
 *  @see https://github.com/samclarke/robots-parser/blob/v3.0.1/Robots.js */
export class LighthouseRobots {
  private readonly lines: readonly Line[];
  private readonly ruleSets = new Map<string, RuleSet>();
  private ofOthers: RuleSet | undefined;

  constructor(body: string) {
    this.lines = body.split(/\r\n|\r|\n/).flatMap(lineOf);
  }

  /** The rule that decides about a URL; null: no rule matches.
   *  @param agent `*`: robots without their own rules */
  decide(url: string, agent = '*'): Rule | null {
    const wanted = agent.toLowerCase();
    const rules = this.ruleSets.get(wanted) ?? this.rulesOf(wanted);
    this.ruleSets.set(wanted, rules);
    return rules.decide(pathOf(url));
  }

  private rulesOf(wanted: string): RuleSet {
    const own = this.groupsOf(wanted);
    if (own) return new RuleSet(own);
    this.ofOthers ??= new RuleSet(this.groupsOf('*') ?? []);
    return this.ofOthers;
  }

  /** Rules of all groups of a user agent; null: no groups. */
  private groupsOf(wanted: string): Rule[] | null {
    let rules: Rule[] | null = null;
    let isMeant = false;
    let isListOpen = false;
    for (const { number, name, value } of this.lines) {
      if (name === 'user-agent') {
        if (!isListOpen) isMeant = false;
        isMeant ||= value !== '' && agentOf(value) === wanted;
      } else if (isMeant && OF_GROUPS.has(name)) {
        rules ??= [];
        if (name !== 'crawl-delay' && value !== '')
          rules.push({ allows: name === 'allow', pattern: escaped(value), text: value, line: number });
      }
      isListOpen = name === 'user-agent';
    }
    return rules;
  }
}

/** Cached per response. */
export const lighthouseRobotsOf = once(({ body }: { readonly body: string }) => new LighthouseRobots(body));

function lineOf(raw: string, index: number): Line[] {
  const comment = raw.indexOf('#');
  const content = comment < 0 ? raw : raw.slice(0, comment);
  const colon = content.indexOf(':');
  const name = content.slice(0, Math.max(0, colon)).trim().toLowerCase();
  return name === '' ? [] : [{ number: index + 1, name, value: content.slice(colon + 1).trim() }];
}

/** Path and query of a URL as robots-parser compares them. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return upperEscapes(pathname + search);
}

/** User agent without its version. */
function agentOf(value: string): string {
  const slash = value.indexOf('/');
  return (slash < 0 ? value : value.slice(0, slash)).toLowerCase().trim();
}

function escaped(pattern: string): string {
  if (!pattern.isWellFormed()) return pattern;
  return upperEscapes(encodeURI(pattern).replaceAll('%25', '%'));
}
