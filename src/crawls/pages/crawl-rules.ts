import { upperEscapes } from '../../engine/audit/robots-txt/escapes.js';
import { type GoogleRobots, googleRobotsOf } from '../../engine/audit/robots-txt/google-robots.js';
import { AddressPattern, pathToMatch } from '../../engine/crawling/address-pattern.js';
import { crawlDelayMs } from '../../engine/crawling/crawl-rules.js';
import { isFile } from '../../engine/crawling/files.js';
import { pageAddress, siteHost, withNormalEscapes } from '../../engine/crawling/page-address.js';
import { domainOf } from '../../websites/domain.js';
import { type Crawl, type SkipReason } from '../crawl.entity.js';

const AGENT = 'Pagegrade';

/** How an address was found. */
export interface Finding {
  /** Clicks from the start; null: no page links there. */
  readonly depth: number | null;
  readonly isFollowed: boolean;
  readonly isStart: boolean;
}

/** What the rules are made of. */
export type RuledCrawl = Pick<
  Crawl,
  'url' | 'include' | 'exclude' | 'maxDepth' | 'delayMs' | 'robotsStatus' | 'robotsTxt'
>;

/** Decides which addresses a crawl visits. */
export class CrawlRules {
  private readonly robots: GoogleRobots;
  private readonly domain: string;
  private readonly host: string;
  private readonly included: readonly AddressPattern[];
  private readonly excluded: readonly AddressPattern[];

  constructor(
    private readonly crawl: RuledCrawl,
    private readonly stripWww: boolean,
  ) {
    const { robotsStatus: status, robotsTxt, include, exclude } = crawl;
    this.robots = googleRobotsOf({ status, body: withNormalEscapes(robotsTxt ?? '') });
    this.domain = domainOf(crawl.url, stripWww);
    this.host = siteHost(new URL(crawl.url));
    [this.included, this.excluded] = [patternsOf(include), patternsOf(exclude)];
  }

  /** Milliseconds between two pages that the account and robots.txt ask for. */
  get leastPaceMs(): number {
    return Math.max(this.crawl.delayMs, crawlDelayMs(this.crawl.robotsTxt ?? '') ?? 0);
  }

  /** Whether a crawl starts at an address. */
  isStart(address: string): boolean {
    return address === pageAddress(this.crawl.url);
  }

  /** Whether an address belongs to the website of the crawl and has its port: another one is another server, with another
   *  robots.txt. */
  isInside(address: string): boolean {
    return domainOf(address, this.stripWww) === this.domain && siteHost(new URL(address)) === this.host;
  }

  /** How many addresses of one page are judged, so that a robots.txt with many wildcards costs no more than others. */
  get judgeable(): number {
    return this.robots.judgeable(AGENT);
  }

  /** Why an address is not visited; null: it is. */
  refusal(address: string, { depth, isFollowed, isStart }: Finding): SkipReason | null {
    if (!isStart && this.isExcluded(address)) return 'excluded';
    if (!this.isAllowed(address)) return 'robots';
    if (!isFollowed) return 'nofollow';
    if (!isStart && isFile(address)) return 'file';
    return depth !== null && depth > this.crawl.maxDepth ? 'depth' : null;
  }

  /** Whether an address that a page names may be tried. What robots.txt disallows is not, nor what the account excluded,
   *  because it logs out or buys. */
  mayAsk(address: string): boolean {
    return !this.isInside(address) || (!this.leavesOut(address) && this.isAllowed(address));
  }

  /** Whether a redirect to an address is followed. The robots.txt of other websites is not known.
   *  @param isStart whether the crawl starts with the redirect, which may lead to what is excluded */
  mayFollow(address: string, isStart: boolean): boolean {
    return isStart ? !this.isInside(address) || this.isAllowed(address) : this.mayAsk(address);
  }

  private isAllowed(address: string): boolean {
    return this.robots.judge(upperEscapes(address), AGENT).isAllowed;
  }

  /** Whether the account leaves an address out; the start is visited in any case. */
  leavesOut(address: string): boolean {
    return !this.isStart(address) && this.isExcluded(address);
  }

  private isExcluded(address: string): boolean {
    const { included, excluded } = this;
    if (included.length === 0 && excluded.length === 0) return false;
    const path = pathToMatch(address);
    const isMatched = (patterns: readonly AddressPattern[]) => patterns.some((one) => one.matches(path));
    return (included.length > 0 && !isMatched(included)) || isMatched(excluded);
  }
}

function patternsOf(texts: readonly string[]): AddressPattern[] {
  return texts.map((text) => new AddressPattern(text));
}
