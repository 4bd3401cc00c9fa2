import { Inject, Injectable } from '@nestjs/common';
import { rulesetVersionOf } from '../../engine/audit/ruleset-version.js';
import { pageAddress } from '../../engine/crawling/page-address.js';
import { type Crawl } from '../../crawls/crawl.entity.js';
import { type EndedCrawl } from '../../crawls/ending/crawl-endings.js';
import { CrawlFindingsRepository } from '../../crawls/findings/crawl-findings.repository.js';
import { CrawlPagesRepository } from '../../crawls/pages/crawl-pages.repository.js';
import { addressHash } from '../../crawls/pages/address-hash.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { type Transaction } from '../../platform/database/database.js';
import { rulesetOf } from '../../reports/audits/grader-options.js';
import { ReportDetailsRepository } from '../../reports/report-details.repository.js';
import { countedFinding } from '../budgets.js';
import { crawlMeasurements, wayIn } from './crawl-measurements.js';
import { type Way, wayOf } from './measurements.js';
import { type StartRefusal } from './monitor-event.view.js';
import { type Measured } from './monitor-state.js';
import { type Monitor } from '../monitor.entity.js';

/** The only other reason for which a start is not tried. */
const ROBOTS_DISALLOWED: StartRefusal = 'robots_disallowed';

interface MeasuredCrawl {
  readonly measured: Measured;
  /** Why the first page could not be loaded; null: it was. */
  readonly errorCode: string | null;
}

/** Reads what the budgets of a monitor name of a crawl. */
@Injectable()
export class CrawlMeasurements {
  private readonly rulesetVersion: string;

  constructor(
    private readonly pages: CrawlPagesRepository,
    private readonly findings: CrawlFindingsRepository,
    private readonly details: ReportDetailsRepository,
    @Inject(CONFIG) config: Config,
  ) {
    this.rulesetVersion = rulesetVersionOf(rulesetOf(config));
  }

  /** Counts only those findings that the budgets name: each takes a query over all pages.
   *  @returns null if the first page was not audited by our own fault */
  async of(
    tx: Transaction,
    ended: EndedCrawl,
    { budgets, state }: Pick<Monitor, 'budgets' | 'state'>,
  ): Promise<MeasuredCrawl | null> {
    const { crawl } = ended;
    const start = await this.pages.findByHash(tx, crawl, addressHash(pageAddress(crawl.url) ?? crawl.url));
    if (start?.errorCode === 'audit_failed') return null;
    const loads = start?.state === 'completed' && ended.failedFor === null;
    const findings: Record<string, number> = {};
    for (const { metric } of budgets) {
      const finding = countedFinding(metric);
      const count = finding && !(metric in findings) ? await this.findings.countOf(tx, crawl, finding) : null;
      if (count !== null) findings[metric] = count;
    }
    const errorCode = loads ? null : (start?.errorCode ?? ended.failedFor ?? ROBOTS_DISALLOWED);
    const way = (loads ? await this.wayOf(tx, crawl, start.reportId) : null) ?? wayIn(state.basis);
    return {
      measured: crawlMeasurements(ended, { loads, way, findings, rulesetVersion: this.rulesetVersion }),
      errorCode,
    };
  }

  /** @param reportId of the first page
   *  @returns null if its report was deleted */
  private async wayOf(
    tx: Transaction,
    { accountId, render }: Crawl,
    reportId: number | null,
  ): Promise<Way | null> {
    const details = reportId === null ? null : await this.details.find(tx, accountId, reportId);
    return details && wayOf(details, render);
  }
}
