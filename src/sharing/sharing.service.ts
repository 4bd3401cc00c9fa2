import { Injectable } from '@nestjs/common';
import { CrawlsService } from '../crawls/crawls.service.js';
import { CrawlComparisons } from '../crawls/comparison/crawl-comparisons.service.js';
import { CrawlFindings } from '../crawls/findings/crawl-findings.service.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { PageNotShared } from './page-not-shared.js';
import { ReportsRepository } from '../reports/reports.repository.js';
import { ListWebsitePagesQuery } from '../reports/dto/list-website-pages.dto.js';
import { WebsitePagesService } from '../reports/website-pages/website-pages.service.js';
import { isPassword } from '../websites/password.js';
import { type Website } from '../websites/website.entity.js';
import { WebsitesRepository } from '../websites/websites.repository.js';
import { accessTo, lockOf, type Visitor } from './access.js';
import { type Brand } from '../platform/pages/brand.js';
import { BrandsService } from '../account/brand/brands.service.js';
import { type BadgeState } from './badge.js';
import { type ListSharedPagesQuery } from './dto/list-shared-pages.dto.js';
import { isCompleted } from '../presentation/reports/comparison-sections.js';
import { comparePage } from './pages/compare-page.js';
import { MAX_EXAMPLES } from '../presentation/crawls/crawl-sections.js';
import { crawlComparisonPage } from './pages/crawl-comparison-page.js';
import { crawlPage } from './pages/crawl-page.js';
import { type LockedNotice } from './pages/locked-page.js';
import { type ReportPage, reportPage } from './pages/report-page.js';
import { type Share } from './pages/share-page.js';
import { websitePage } from './pages/website-page.js';
import { ReportHistoryService } from './report-history.service.js';
import { ScoreResults } from './score-results.js';
import { SharedReportsRepository } from './shared-reports.repository.js';
import { unlockCookie } from './unlock-cookie.js';
import { UnlockTriesRepository } from './unlock-tries.repository.js';
import { sharePath } from '../websites/share-path.js';

/** Tries of one address at one website's password. */
const MAX_TRIES = 10;
const TRIES_WINDOW_SECONDS = 15 * 60;
/** Crawls that a crawl's page links to. */
const MAX_CRAWLS = 20;

/** Who looks at which address. */
export interface ShareVisit {
  readonly token: string;
  readonly visitor: Visitor;
  /** Base of absolute links, without a trailing slash. */
  readonly base: string;
}

/** A password is needed. */
export interface Locked {
  /** Brand of the website's account; null: ours. */
  readonly lockedBy: Brand | null;
}

/** What a visit comes to see: markup, or that a password is needed. */
export type Shown = { readonly markup: string; readonly isPublic: boolean } | Locked;

/** The cookie that keeps a website unlocked, null where none is needed, or why it stays locked. */
export type Unlocking =
  { readonly cookie: string | null } | (Locked & { readonly notice: Exclude<LockedNotice, 'none'> });

/** What people without a key see of websites and reports, as far as privacy lets them. */
@Injectable()
export class SharingService {
  constructor(
    private readonly websites: WebsitesRepository,
    private readonly reports: ReportsRepository,
    private readonly pages: WebsitePagesService,
    private readonly shared: SharedReportsRepository,
    private readonly history: ReportHistoryService,
    private readonly crawls: CrawlsService,
    private readonly crawlFindings: CrawlFindings,
    private readonly crawlComparisons: CrawlComparisons,
    private readonly brands: BrandsService,
    private readonly tries: UnlockTriesRepository,
    private readonly results: ScoreResults,
  ) {}

  /** @throws PageNotShared, ValidationFailed */
  async showWebsite(visit: ShareVisit, query: ListSharedPagesQuery): Promise<Shown> {
    return this.shown(visit, async (share) => {
      const { accountId, id, score } = share.website;
      const sort_by = query.sort_by === 'id' ? 'generated_at' : query.sort_by;
      const listed = Object.assign(new ListWebsitePagesQuery(), query, { sort_by });
      const [days, listing, [crawl]] = await Promise.all([
        this.websites.daysOf(share.website),
        this.pages.list(accountId, id, listed),
        this.crawls.lastOf(accountId, id, 1),
      ]);
      const result = score === null ? null : this.results.of(score);
      return websitePage({ share, result, days, listing, query: listed, crawl: crawl ?? null });
    });
  }

  /** @throws PageNotShared */
  async showReport(visit: ShareVisit, id: number): Promise<Shown> {
    return this.shown(visit, async (share) => reportPage(await this.reportPageOf(share, id)));
  }

  /** What the page of a report is made of, for other forms of it.
   *  @throws PageNotShared */
  async openReport(visit: ShareVisit, id: number): Promise<ReportPage | Locked> {
    const share = await this.opened(visit);
    return 'lockedBy' in share ? share : this.reportPageOf(share, id);
  }

  /** @throws PageNotShared */
  async showCrawl(visit: ShareVisit, id: number): Promise<Shown> {
    return this.shown(visit, async (share) => {
      const { accountId, id: websiteId } = share.website;
      const shown = await this.crawls.show(accountId, id).catch(pageNotShared);
      if (shown.crawl.websiteId !== websiteId) throw new PageNotShared();
      const [findings, crawls] = await Promise.all([
        this.crawlFindings.of(shown, MAX_EXAMPLES),
        this.crawls.lastOf(accountId, websiteId, MAX_CRAWLS),
      ]);
      return crawlPage(share, { shown, findings, crawls, resultOf: this.results.of });
    });
  }

  /** @throws PageNotShared if the two are not crawls of the website that are over */
  async compareCrawls(visit: ShareVisit, beforeId: number, afterId: number): Promise<Shown> {
    return this.shown(visit, async (share) => {
      const { accountId, id: websiteId } = share.website;
      const comparison = await this.crawlComparisons
        .compare(accountId, afterId, beforeId)
        .catch(pageNotShared);
      if (comparison.after.crawl.websiteId !== websiteId) throw new PageNotShared();
      return crawlComparisonPage(share, { comparison, resultOf: this.results.of });
    });
  }

  /** @throws PageNotShared if the two are not completed reports of one url */
  async compare(visit: ShareVisit, beforeId: number, afterId: number): Promise<Shown> {
    return this.shown(visit, async (share) => {
      const [before, after] = await Promise.all([
        this.reports.findShared(visit.token, beforeId),
        this.reports.findShared(visit.token, afterId),
      ]);
      if (!before || !after || !isCompleted(before) || !isCompleted(after)) throw new PageNotShared();
      if (before.url !== after.url || beforeId === afterId) throw new PageNotShared();
      return comparePage(share, before, after);
    });
  }

  /** @param url of the page whose latest score it shows; null: it shows the website's
   *  @throws PageNotShared */
  async badge(visit: ShareVisit, url: string | null): Promise<{ state: BadgeState; isPublic: boolean }> {
    const website = await this.found(visit);
    const isPublic = website.privacy === 0;
    if (accessTo(website, visit.visitor, Date.now()) === 'locked') return { state: 'locked', isPublic };
    const state = url === null ? this.scoreOf(website) : await this.shared.latestScore(website, url);
    return { state: state ?? 'not graded', isPublic };
  }

  /** Tries a password.
   *  @param address IP address of the visitor
   *  @throws PageNotShared */
  async unlock(visit: ShareVisit, password: string | undefined, address: string): Promise<Unlocking> {
    const website = await this.found(visit);
    if (accessTo(website, visit.visitor, Date.now()) === 'open') return { cookie: null };
    const unlocking = password === undefined ? 'empty' : await this.tried(website, password, address);
    if (typeof unlocking === 'object' && 'cookie' in unlocking) return unlocking;
    return { notice: unlocking, lockedBy: await this.brands.of(website.accountId) };
  }

  /** @throws PageNotShared */
  private async tried(
    website: Website,
    password: string,
    address: string,
  ): Promise<{ readonly cookie: string } | Exclude<LockedNotice, 'none' | 'empty'>> {
    const { used, seconds } = await this.tries.take(website, address, TRIES_WINDOW_SECONDS);
    if (used > MAX_TRIES) return { waitSeconds: seconds };
    const isRight = await isPassword(password, website.passwordHash);
    const lock = lockOf(website);
    if (!isRight || !lock) return 'wrong';
    await this.tries.forget(website, address);
    return { cookie: unlockCookie(lock, Date.now()) };
  }

  /** @throws PageNotShared where there is nothing for this visitor */
  private async found({ token, visitor }: ShareVisit): Promise<Website> {
    const website = await this.websites.findShared(token);
    if (!website || accessTo(website, visitor, Date.now()) === 'hidden') throw new PageNotShared();
    return website;
  }

  private async shown(visit: ShareVisit, markup: (share: Share) => Promise<string>): Promise<Shown> {
    const share = await this.opened(visit);
    if ('lockedBy' in share) return share;
    return { markup: await markup(share), isPublic: share.website.privacy === 0 };
  }

  /** @throws PageNotShared where there is nothing for this visitor */
  private async opened(visit: ShareVisit): Promise<Share | Locked> {
    const { visitor, base } = visit;
    const website = await this.found(visit);
    const brand = await this.brands.of(website.accountId);
    if (accessTo(website, visitor, Date.now()) === 'locked') return { lockedBy: brand };
    return { website, brand, address: base + sharePath(website.shareToken) };
  }

  /** @throws PageNotShared */
  private async reportPageOf(share: Share, id: number): Promise<ReportPage> {
    const report = await this.reports.findShared(share.website.shareToken, id);
    if (!report) throw new PageNotShared();
    const past = await this.history.of(report, sharePath(share.website.shareToken));
    return { share, report, ...past, resultOf: this.results.of };
  }

  private scoreOf({ score }: Website): BadgeState | null {
    return score === null ? null : { score: Math.floor(score), result: this.results.of(score) };
  }
}

function pageNotShared(error: unknown): never {
  throw error instanceof DomainError ? new PageNotShared() : error;
}
