import { setTimeout as sleep } from 'node:timers/promises';
import { type FairShare } from '../../basics/fair-share.js';
import { parsedUrl } from '../../basics/url.js';
import { sitemapsOf } from '../audit/references.js';
import { googleRobotsOf, isUnreachable } from '../audit/robots-txt/google-robots.js';
import { type AuditThreads, type Turns } from '../grading/audit-threads.js';
import { loadSitemap, MAX_SITEMAP_BYTES, sitemapKey, summed } from '../grading/sitemap-loader.js';
import { type SitemapLocations } from '../grading/sitemap-locations.js';
import { type SitemapBytes } from '../grading/sitemap-reader.js';
import { Deadline } from '../page-loader/deadline.js';
import { type PageLoader } from '../page-loader/page-loader.js';
import { fetchRobotsTxt, type RobotsTxt, textOfRobotsTxt } from '../page-loader/robots-txt.js';
import { type SharedVisit } from '../page-loader/shared-answers.js';
import { type ReadResponse } from '../page-loader/site-response.js';
import { type Visit } from '../page-loader/visit.js';
import { lastingOf } from '../page-loader/visit-answers.js';
import { mayCrawl } from './crawl-rules.js';
import { pageAddress, siteHost } from './page-address.js';

export interface SurveyOptions {
  /** Account that connections, DNS lookups and threads are counted for. */
  readonly account: number;
  /** Ends the survey when aborted. */
  readonly signal?: AbortSignal;
  readonly readsSitemaps: boolean;
  /** With whom robots.txt and the sitemap that audits ask for are shared. */
  readonly shared?: SharedVisit;
  readonly maxAddresses: number;
}

/** What a website says about itself before its pages are loaded. */
export interface SiteSurvey {
  readonly robotsTxt: {
    /** null: no response. */
    readonly status: number | null;
    /** At most 500 KiB in UTF-8, without NUL; empty unless the status is 2xx. */
    readonly body: string;
    /** Why it can't be read and so disallows every page, as a sentence; null: it is read, or there is none. */
    readonly fault: string | null;
  };
  /** Pages of the website, as `pageAddress` returns them, in the order of the sitemaps, and for each the address of the first
   *  sitemap that lists it. */
  readonly sitemapAddresses: ReadonlyMap<string, string>;
  /** Number of sitemaps that were read. */
  readonly sitemapsRead: number;
  /** The first sitemaps that could not be read, or not wholly, for another reason than the limit of addresses. */
  readonly unreadSitemaps: readonly string[];
  /** false: the website may have sitemaps with more addresses, which exceeded a limit or could not be read. */
  readonly isComplete: boolean;
}

/** How a survey loads and reads files. */
export interface SurveyTools {
  readonly loader: PageLoader;
  readonly threads: AuditThreads;
  /** Time limit of a survey, without waits for turns; default: 60,000 ms. */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 60_000;
/** Google reads no more.
 *  @see https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec#file-format */
const ROBOTS_TXT_BYTES = 500 * 1024;
/** It is the only request of its visit, and the crawl depends on it. */
const ROBOTS_TXT_TIMEOUT_MS = 15_000;
const PAUSE_MS = 3000;
const MAX_SITEMAPS = 50;
const MAX_UNREAD = 10;
/** Indexes within the first index. The protocol allows none. */
const MAX_NESTING = 2;

/** Loads the robots.txt of a website and at most 50 sitemaps: those that robots.txt names, else /sitemap.xml, and those
 *  that these name. Each file has the time of a visit. Errors of the site are results.
 *  @param target result of `judgeTarget`
 *  @throws the signal's reason if it is aborted
 *  @throws OutOfResources if this process runs out of a resource */
export async function surveySite(
  tools: SurveyTools,
  target: URL,
  options: SurveyOptions,
): Promise<SiteSurvey> {
  const deadline = new Deadline(tools.deadlineMs ?? DEADLINE_MS, options.signal);
  try {
    return await new Survey({ ...tools, deadline, target, options }).run();
  } finally {
    deadline.end();
  }
}

interface SurveyContext extends SurveyTools {
  readonly deadline: Deadline;
  readonly target: URL;
  readonly options: SurveyOptions;
}

/** A sitemap to be loaded. */
interface Sitemap {
  readonly url: string;
  /** 0: not named by another one. */
  readonly nesting: number;
}

class Survey {
  private readonly host: string;
  private readonly addresses = new Map<string, string>();
  private readonly visited = new Set<string>();
  private named: ReadonlySet<string> = new Set();
  private robotsTxt: RobotsTxt = { status: null, body: '' };
  private sitemapsRead = 0;
  private readonly unread: string[] = [];
  private isComplete = true;

  constructor(private readonly context: SurveyContext) {
    this.host = siteHost(context.target);
  }

  async run(): Promise<SiteSurvey> {
    const { options, target } = this.context;
    this.robotsTxt = await this.loadRobotsTxt(target);
    if (options.readsSitemaps) await this.readSitemaps();
    options.signal?.throwIfAborted();
    return {
      robotsTxt: {
        status: this.robotsTxt.status,
        body: stored(textOfRobotsTxt(this.robotsTxt)),
        fault: faultOf(this.robotsTxt),
      },
      sitemapAddresses: this.addresses,
      sitemapsRead: this.sitemapsRead,
      unreadSitemaps: this.unread,
      isComplete: this.isComplete,
    };
  }

  /** What may have been a bad moment is asked for once more: without the file, no page may be visited. */
  private async loadRobotsTxt(target: URL): Promise<RobotsTxt> {
    const { deadline, options } = this.context;
    const ask = () =>
      this.visit((visit) => fetchRobotsTxt(visit, target, ROBOTS_TXT_TIMEOUT_MS), options.shared);
    const first = await ask();
    if (!isUnreachable(first.status)) return first;
    await sleep(PAUSE_MS, undefined, { signal: deadline.signal }).catch(() => undefined);
    return deadline.signal.aborted ? first : ask();
  }

  private async readSitemaps(): Promise<void> {
    const { target } = this.context;
    const named = googleRobotsOf(this.robotsTxt).sitemaps;
    this.named = new Set(named.flatMap((address) => sitemapAddress(parsedUrl(address, target))));
    const first = this.named.size > 0 ? [...this.named] : [new URL('/sitemap.xml', target).href];
    for (const url of first) await this.read({ url, nesting: 0 });
  }

  /** Reads a sitemap and those that it names, in their order. */
  private async read({ url, nesting }: Sitemap): Promise<void> {
    if (this.visited.has(url)) return;
    if (this.hasAllAddresses()) {
      this.isComplete = false;
      return;
    }
    const isGuess = nesting === 0 && this.named.size === 0;
    const isOver = this.context.deadline.signal.aborted || this.visited.size >= MAX_SITEMAPS;
    if (isOver || !this.isAllowed(url)) {
      if (isGuess) this.isComplete = false;
      else this.miss(url);
      return;
    }
    this.visited.add(url);
    const read = await this.visit((visit) => this.load(visit, url), this.context.options.shared);
    if (isGuess && read === 'none') return;
    if (read === 'none' || read === 'unreadable') {
      this.miss(url);
      return;
    }
    this.add(read, url);
    for (const inner of read.sitemaps) {
      if (this.mayName(url, inner) && nesting < MAX_NESTING)
        await this.read({ url: inner, nesting: nesting + 1 });
      else this.isComplete = false;
    }
  }

  private hasAllAddresses(): boolean {
    return this.addresses.size >= this.context.options.maxAddresses;
  }

  private miss(url: string): void {
    this.isComplete = false;
    if (this.unread.length < MAX_UNREAD) this.unread.push(url);
  }

  /** Robots.txt has no rules for other hosts. */
  private isAllowed(url: string): boolean {
    return siteHost(new URL(url)) !== this.host || mayCrawl(this.robotsTxt, url);
  }

  /** Whether a sitemap may name another one: on the website or its own host, elsewhere only if robots.txt names it, too.
   *  @see https://www.sitemaps.org/protocol.html#sitemaps_cross_submits */
  private mayName(index: string, sitemap: string): boolean {
    const host = siteHost(new URL(sitemap));
    return host === this.host || host === siteHost(new URL(index)) || this.named.has(sitemap);
  }

  private add({ pages, isComplete }: SitemapLocations, sitemap: string): void {
    const { maxAddresses } = this.context.options;
    this.sitemapsRead += 1;
    this.isComplete &&= isComplete;
    if (!isComplete && pages.length < maxAddresses) this.miss(sitemap);
    for (const address of pages) {
      if (this.addresses.has(address)) continue;
      if (this.addresses.size < maxAddresses) this.addresses.set(address, sitemap);
      else this.isComplete = false;
    }
  }

  private async load(visit: Visit, url: string): Promise<SitemapLocations | 'none' | 'unreadable'> {
    const { threads, options, deadline } = this.context;
    const turns = this.turnsOf(visit);
    return loadSitemap(turns, url, async (response, body) => {
      const { status, error, decodedBytes } = response;
      await this.share(visit, { url, response, body });
      if (!body) return error === null && !isServerError(status) ? 'none' : 'unreadable';
      if (deadline.signal.aborted) return 'unreadable';
      const limits = { maxPages: options.maxAddresses, maxSitemaps: MAX_SITEMAPS };
      const xml = withoutLeadingSpace(body);
      const locations = await threads.readLocations({ body: xml, host: this.host, ...limits }, turns);
      if (!locations?.isSitemap) return locations ? 'none' : 'unreadable';
      return { ...locations, isComplete: locations.isComplete && decodedBytes <= MAX_SITEMAP_BYTES };
    });
  }

  /** Saves the audits of pages the request, if they say something of this sitemap. */
  private async share(
    visit: Visit,
    { url, response, body }: { url: string; response: ReadResponse; body: Uint8Array | null },
  ): Promise<void> {
    const { threads, target } = this.context;
    const isAudited = url === sitemapsOf({ url: target.href, robotsTxt: this.robotsTxt }).sitemap;
    if (!isAudited || lastingOf(response) !== 'always') return;
    const read = (sitemap: SitemapBytes) => threads.readSitemap(sitemap, this.turnsOf(visit));
    // The thread takes the bytes, which are still to be read for addresses.
    const answer = await summed(response, body && Uint8Array.from(body), { site: target.host, read });
    if (lastingOf(answer) === 'always') await visit.answers.put(sitemapKey(url, target.host), answer);
  }

  private async visit<T>(work: (visit: Visit) => Promise<T>, shared?: SharedVisit): Promise<T> {
    const { loader, target, deadline, options } = this.context;
    return loader.visit(
      (visit) => {
        visit.limitTo(target);
        return work(visit);
      },
      { account: options.account, signal: deadline.signal, ...(shared && { shared }) },
    );
  }

  /** The turns of a visit, which pause the deadline of the survey, too. */
  private turnsOf(visit: Visit): Turns & Pick<Visit, 'site' | 'takeSitemapTurn'> {
    const { deadline } = this.context;
    return {
      site: visit.site,
      signal: visit.signal,
      takeTurn: (share: FairShare) => deadline.pauseFor(visit.takeTurn(share)),
      takeSitemapTurn: () => deadline.pauseFor(visit.takeSitemapTurn()),
    };
  }
}

function faultOf({ status, fault = 'There was no response.' }: RobotsTxt): string | null {
  if (!isUnreachable(status)) return null;
  return status === null ? fault : `The server responded with status ${String(status)}.`;
}

function sitemapAddress(url: URL | null): string[] {
  const address = url && pageAddress(url);
  return address === null ? [] : [address];
}

function isServerError(status: number | null): boolean {
  return status === null || status >= 500 || status === 429;
}

/** A robots.txt as the database can store it. PostgreSQL's text has no NUL, and to Google, NUL and `#` end a line alike.
 *  The decoder leaves out a character that is cut. */
function stored(body: string): string {
  const bytes = Buffer.from(body.replaceAll('\0', '#'));
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, ROBOTS_TXT_BYTES), {
    stream: true,
  });
}

/** Programs that print an empty line first make the XML invalid, but not unreadable. */
function withoutLeadingSpace(body: Uint8Array): Uint8Array {
  const start = body.findIndex((byte) => !WHITE_SPACE.has(byte));
  return start > 0 ? body.subarray(start) : body;
}

const WHITE_SPACE: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20]);
