import { Injectable } from '@nestjs/common';
import { parsedUrl, shortUrl } from '../basics/url.js';
import { type PageOutline } from '../engine/audit/outline/outline.js';
import { pageAddress } from '../engine/crawling/page-address.js';
import { type Grade } from '../engine/grading/grade.js';
import { type Transaction } from '../platform/database/database.js';
import { type Crawl, type SkipReason } from './crawl.entity.js';
import { CrawlsRepository } from './crawls.repository.js';
import { type LinkKind } from './pages/crawl-link.entity.js';
import { CrawlLinksRepository, type FoundLink } from './pages/crawl-links.repository.js';
import { type CrawlPage } from './pages/crawl-page.entity.js';
import { CrawlPagesRepository } from './pages/crawl-pages.repository.js';
import { type CrawlRules } from './pages/crawl-rules.js';
import { addressHash } from './pages/address-hash.js';
import { type FoundAddress, Frontier } from './pages/frontier.service.js';
import { alternatesOf, factsOf } from './pages/page-facts.js';
import { CrawlPace } from './turns/crawl-pace.service.js';
import { QueuedPagesRepository } from './turns/queued-pages.repository.js';

/** A page of a crawl that is locked. */
export interface Visited {
  readonly crawl: Crawl;
  readonly page: CrawlPage;
  readonly rules: CrawlRules;
}

/** Links of one page and kind that are stored as links, beside those that were found on it first. All are visited. */
const MAX_STORED_LINKS = 500;
const DEFAULT_LANGUAGE = 'x-default';

/** Stores pages that were audited, and what they lead to. */
@Injectable()
export class VisitedPages {
  constructor(
    private readonly crawls: CrawlsRepository,
    private readonly pages: CrawlPagesRepository,
    private readonly links: CrawlLinksRepository,
    private readonly queued: QueuedPagesRepository,
    private readonly frontier: Frontier,
    private readonly pace: CrawlPace,
  ) {}

  /** Stores what an audit has found of a page, and of that to which it redirects. */
  async store(tx: Transaction, { crawl, page, rules }: Visited, grade: Grade): Promise<void> {
    const { facts, error, outline, score } = grade;
    const reached = {
      state: error ? 'failed' : 'completed',
      score: error ? null : score,
      errorCode: error?.code ?? null,
      httpStatus: facts.http_status,
      redirects: facts.redirects.length,
    } as const;
    const skippedFor = leftOutFor(grade, rules, page.url);
    if (skippedFor !== null) {
      await this.leaveOut(tx, crawl, page, { skippedFor, errorCode: error?.code ?? null });
      return;
    }
    const isStart = rules.isStart(page.url);
    const final = pageAddress(grade.finalUrl);
    const found = factsOf(grade);
    if (final === null || final === page.url) {
      await this.pages.update(tx, page, { ...reached, ...found });
      if (outline) await this.follow(tx, { crawl, page, rules }, outline);
      return;
    }
    await this.pages.update(tx, page, { ...reached, targetHash: addressHash(final) });
    if (!rules.isInside(final)) {
      if (isStart) await this.crawls.update(tx, crawl, { errorDetail: elsewhere(final) });
      return;
    }
    const isCut = isOfWholeWay(grade);
    // A chain without an end must come to its depth.
    const depth = isCut && page.depth !== null ? page.depth + 1 : page.depth;
    await this.frontier.add(tx, crawl, rules, [{ url: final, depth, isFollowed: true, isStart }]);
    const target = await this.pages.findByHash(tx, crawl, addressHash(final));
    if (!target || isCut || !(await this.isToLoad(tx, crawl, target))) return;
    // The audit has followed the redirect: its target is not loaded again.
    await this.pages.update(tx, target, { ...reached, redirects: 0, reportId: page.reportId, ...found });
    if (outline) await this.follow(tx, { crawl, page: target, rules }, outline);
  }

  /** Another page is visited in its place, but a crawl ends on a site that has such addresses without end. */
  private async leaveOut(
    tx: Transaction,
    crawl: Crawl,
    page: CrawlPage,
    reason: Pick<CrawlPage, 'skippedFor' | 'errorCode'>,
  ): Promise<void> {
    await this.pages.update(tx, page, { state: 'skipped', reportId: null, ...reason });
    if ((await this.pages.countLeftOut(tx, crawl)) <= crawl.maxPages)
      await this.crawls.count(tx, crawl, { visited: -1 });
  }

  /** Whether a page has not begun. If its audit is queued, that is withdrawn when it is its turn. */
  private async isToLoad(tx: Transaction, crawl: Crawl, page: CrawlPage): Promise<boolean> {
    if (page.state === 'waiting') return true;
    if (page.state !== 'queued' || !(await this.queued.holdAudit(tx, page))) return false;
    if (page.tries === 0) await this.crawls.count(tx, crawl, { visited: -1 });
    await this.pace.giveBack(tx, crawl);
    return true;
  }

  /** Adds what a page links to. */
  private async follow(
    tx: Transaction,
    { crawl, page, rules }: Visited,
    outline: PageOutline,
  ): Promise<void> {
    const linked = outline.links.flatMap(({ url, isFollowed }) => {
      const address = pageAddress(url);
      // That a page links to itself, or to a place within, says nothing of how it is reached.
      if (address === null || address === page.url) return [];
      return [{ url: address, isFollowed: isFollowed && outline.isFollowed }];
    });
    const depth = page.depth === null ? null : page.depth + 1;
    const named = [outline.canonical, ...outline.alternates.map(({ url }) => url)].flatMap(
      (url): FoundAddress[] => {
        const address = url === null ? null : pageAddress(url);
        return address === null ? [] : [{ url: address, depth: null, isFollowed: true }];
      },
    );
    const links = linked.map((link): FoundAddress => ({ ...link, depth, foundOn: page.id }));
    if (crawl.sources.includes('links')) {
      const dropped = outline.linksFound - outline.links.length;
      if (dropped > 0) await this.crawls.count(tx, crawl, { dropped });
      await this.frontier.add(tx, crawl, rules, [...named, ...links]);
    } else
      await this.links.noteFoundOn(
        tx,
        page,
        linked.map(({ url }) => addressHash(url)),
      );
    const linksOf = (kind: LinkKind, urls: readonly string[]): FoundLink[] =>
      urls.map((url) => ({ urlHash: addressHash(url), kind }));
    const urlsOf = (isFollowed: boolean) =>
      linked.filter((link) => link.isFollowed === isFollowed).map(({ url }) => url);
    const found = [
      linksOf('link', urlsOf(true)),
      linksOf('nofollow', urlsOf(false)),
      // A page that leads everyone on to their language has no markup to name others back.
      linksOf(
        'alternate',
        alternatesOf(outline, (language) => language !== DEFAULT_LANGUAGE),
      ),
      linksOf(
        'default',
        alternatesOf(outline, (language) => language === DEFAULT_LANGUAGE),
      ),
    ];
    await this.links.add(tx, crawl, page.id, [
      ...found.flatMap((kind) => kind.slice(0, MAX_STORED_LINKS)),
      ...(await this.links.foundOn(
        tx,
        page,
        found.flatMap((kind) => kind.slice(MAX_STORED_LINKS)),
      )),
    ]);
  }
}

/** Why a page that was requested is left out after all: it is a feed or a download though its name does not say so, whose
 *  score of 0 would count, or it redirects to what the account excluded or robots.txt disallows. null: it is not left out. */
export function leftOutFor({ error, facts }: Grade, rules: CrawlRules, address: string): SkipReason | null {
  if (rules.isStart(address)) return null;
  if (error?.code === 'not_html') return 'file';
  if (error?.code !== 'robots_disallowed') return null;
  const last = facts.redirects.at(-1);
  const target = last ? parsedUrl(last.location, last.url) : null;
  const refused = target && pageAddress(target.href);
  return refused !== null && rules.leavesOut(refused) ? 'excluded' : 'robots';
}

/** Whether a fault is that of all redirects together, so that the last address may load by itself. */
function isOfWholeWay({ error, facts: { redirects } }: Grade): boolean {
  const addresses = redirects.map(({ url }) => url);
  const isCircle = new Set(addresses).size < addresses.length;
  return error?.code === 'too_slow' || (error?.code === 'too_many_redirects' && !isCircle);
}

function elsewhere(address: string): string {
  return `The url redirects to another website, so no page was visited. Crawl that one instead: ${shortUrl(address)}`;
}
