import { Injectable } from '@nestjs/common';
import { CrawlsService } from '../../crawls/crawls.service.js';
import { type SummedCrawl } from '../../crawls/crawl.view.js';
import { ListCrawlsQuery } from '../../crawls/dto/list-crawls.dto.js';
import { type Monitor } from '../../monitors/monitor.entity.js';
import { MonitorsService } from '../../monitors/monitors.service.js';
import { ListReportsQuery } from '../../reports/dto/list-reports.dto.js';
import { type Report } from '../../reports/report.entity.js';
import { ReportsService } from '../../reports/reports.service.js';
import { isOpen } from '../../presentation/crawls/crawl-progress.js';
import { type FallenWebsite, WebsitesService } from '../../websites/websites.service.js';
import { may } from '../pages/console-page.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';

/** What the first screen shows; null: the key may not see it. */
export interface Home {
  /** The newest ones. */
  readonly reports: readonly Report[] | null;
  /** The newest ones with a breach. */
  readonly breached: readonly Monitor[] | null;
  /** The deepest falls. */
  readonly fallen: readonly FallenWebsite[] | null;
  /** Those in progress among the newest ones. */
  readonly crawls: readonly SummedCrawl[] | null;
}

/** Monitors and websites that the screen names. */
const MAX_WORSE = 10;

@Injectable()
export class HomeService {
  constructor(
    private readonly reports: ReportsService,
    private readonly crawls: CrawlsService,
    private readonly monitors: MonitorsService,
    private readonly websites: WebsitesService,
  ) {}

  async show(visit: ConsoleVisit): Promise<Home> {
    const { id } = visit.caller.account;
    const [reports, breached, fallen, crawls] = await Promise.all([
      may(visit, 'reports:read') ? this.reports.list(id, new ListReportsQuery()) : null,
      may(visit, 'monitors:read') ? this.monitors.breached(id, MAX_WORSE) : null,
      may(visit, 'websites:read') ? this.websites.fallen(id, MAX_WORSE) : null,
      may(visit, 'crawls:read') ? this.crawls.list(id, new ListCrawlsQuery()) : null,
    ]);
    return {
      reports: reports?.result.rows ?? null,
      breached,
      fallen,
      crawls: crawls?.result.rows.filter(isOpen) ?? null,
    };
  }
}
