import { Injectable } from '@nestjs/common';
import { type Brand } from '../platform/pages/brand.js';
import { CrawlsService } from '../crawls/crawls.service.js';
import { PageNotShared } from './page-not-shared.js';
import { ReportsRepository } from '../reports/reports.repository.js';
import { ListWebsitePagesQuery } from '../reports/dto/list-website-pages.dto.js';
import { WebsitePagesService } from '../reports/website-pages/website-pages.service.js';
import { type Website } from '../websites/website.entity.js';
import { WebsitesRepository } from '../websites/websites.repository.js';
import { type BadgeState } from './badge.js';
import { type ListSharedPagesQuery } from './dto/list-shared-pages.dto.js';
import { isCompleted } from '../presentation/reports/comparison-sections.js';
import { comparePage } from './pages/compare-page.js';
import { type ReportPage, reportPage } from './pages/report-page.js';
import { type Share } from './pages/share-page.js';
import { websitePage } from './pages/website-page.js';
import { ReportHistoryService } from './report-history.service.js';
import { ScoreResults } from './score-results.js';
import { type Locked, ShareAccess, type ShareVisit, type Shown } from './share-access.service.js';
import { SharedReportsRepository } from './shared-reports.repository.js';
import { sharePath } from '../websites/share-path.js';

/** What a badge shows. */
interface Badge {
  readonly state: BadgeState;
  readonly brand: Brand | null;
  readonly isPublic: boolean;
}

/** What people without a key see of websites and reports, as far as privacy lets them. */
@Injectable()
export class SharingService {
  constructor(
    private readonly access: ShareAccess,
    private readonly websites: WebsitesRepository,
    private readonly reports: ReportsRepository,
    private readonly pages: WebsitePagesService,
    private readonly shared: SharedReportsRepository,
    private readonly history: ReportHistoryService,
    private readonly crawls: CrawlsService,
    private readonly results: ScoreResults,
  ) {}

  /** @throws PageNotShared, ValidationFailed */
  async showWebsite(visit: ShareVisit, query: ListSharedPagesQuery): Promise<Shown> {
    return this.access.shown(visit, async (share) => {
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
    return this.access.shown(visit, async (share) => reportPage(await this.reportPageOf(share, id)));
  }

  /** What the page of a report is made of, for other forms of it.
   *  @throws PageNotShared */
  async openReport(visit: ShareVisit, id: number): Promise<ReportPage | Locked> {
    const share = await this.access.opened(visit);
    return 'lockedBy' in share ? share : this.reportPageOf(share, id);
  }

  /** @throws PageNotShared if the two are not completed reports of one url */
  async compare(visit: ShareVisit, beforeId: number, afterId: number): Promise<Shown> {
    return this.access.shown(visit, async (share) => {
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
  async badge(visit: ShareVisit, url: string | null): Promise<Badge> {
    const share = await this.access.opened(visit);
    if ('lockedBy' in share) return { state: 'locked', brand: share.lockedBy, isPublic: false };
    const { website, brand } = share;
    const state = url === null ? this.scoreOf(website) : await this.shared.latestScore(website, url);
    return { state: state ?? 'not graded', brand, isPublic: website.privacy === 0 };
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
