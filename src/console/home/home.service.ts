import { Injectable } from '@nestjs/common';
import { CrawlsService } from '../../crawls/crawls.service.js';
import { ListCrawlsQuery } from '../../crawls/dto/list-crawls.dto.js';
import { MonitorsService } from '../../monitors/monitors.service.js';
import { ListReportsQuery } from '../../reports/dto/list-reports.dto.js';
import { ReportsService } from '../../reports/reports.service.js';
import { isOpen } from '../../presentation/crawls/crawl-progress.js';
import { WebsitesService } from '../../websites/websites.service.js';
import { type Refusal } from '../forms/refusal.js';
import { may } from '../pages/console-page.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { homePage } from './home-page.js';

/** Monitors and websites that the screen names. */
const MAX_WORSE = 10;
/** Those in progress are among the newest. */
const NEWEST_CRAWLS = Object.assign(new ListCrawlsQuery(), { per_page: 100 });

@Injectable()
export class HomeService {
  constructor(
    private readonly reports: ReportsService,
    private readonly crawls: CrawlsService,
    private readonly monitors: MonitorsService,
    private readonly websites: WebsitesService,
  ) {}

  /** @param refused why the address of the form is not audited */
  async screen(visit: ConsoleVisit, refused: Refusal | null = null): Promise<string> {
    const { id } = visit.caller.account;
    const [reports, breached, fallen, crawls] = await Promise.all([
      may(visit, 'reports:read') ? this.reports.list(id, new ListReportsQuery()) : null,
      may(visit, 'monitors:read') ? this.monitors.breached(id, MAX_WORSE + 1) : null,
      may(visit, 'websites:read') ? this.websites.fallen(id, MAX_WORSE + 1) : null,
      may(visit, 'crawls:read') ? this.crawls.list(id, NEWEST_CRAWLS) : null,
    ]);
    return homePage(visit, {
      reports: reports?.result.rows ?? null,
      breached: breached?.slice(0, MAX_WORSE) ?? null,
      hasMoreBreached: (breached?.length ?? 0) > MAX_WORSE,
      fallen: fallen?.slice(0, MAX_WORSE) ?? null,
      crawls: crawls?.result.rows.filter(isOpen) ?? null,
      refused,
    });
  }
}
