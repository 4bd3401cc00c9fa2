import { Get, Param } from '@nestjs/common';
import { NeedsScope } from '../../auth/caller.js';
import { CrawlComparisons } from '../../crawls/comparison/crawl-comparisons.service.js';
import { html } from '../../platform/pages/html.js';
import { IdPipe } from '../../platform/http/rules/ids.js';
import { crawlComparisonParts } from '../../presentation/crawls/crawl-comparison-sections.js';
import { ScoreResults } from '../../sharing/score-results.js';
import { WebsitesService } from '../../websites/websites.service.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { consolePage, may } from '../pages/console-page.js';
import { type ConsoleVisit, Visit } from '../sessions/console-visit.js';

@ConsoleController('crawls/compare')
export class ConsoleCrawlComparisonController {
  constructor(
    private readonly comparisons: CrawlComparisons,
    private readonly websites: WebsitesService,
    private readonly results: ScoreResults,
  ) {}

  @Get(':before/:after')
  @NeedsScope('crawls:read')
  async compare(
    @Visit() visit: ConsoleVisit,
    @Param('before', IdPipe) beforeId: number,
    @Param('after', IdPipe) afterId: number,
  ): Promise<string> {
    const { id: accountId } = visit.caller.account;
    const comparison = await this.comparisons.compare(accountId, afterId, beforeId);
    const { before, after } = comparison;
    const { domain } = await this.websites.show(accountId, after.crawl.websiteId);
    const { heading, main } = crawlComparisonParts({
      ...{ domain, comparison, resultOf: this.results.of },
      crawlsPath: '/console/crawls',
      reportsPath: may(visit, 'reports:read') ? '/console/reports' : null,
    });
    return consolePage(visit, {
      title: `Comparison of crawls ${String(before.crawl.id)} and ${String(after.crawl.id)} of ${domain}`,
      heading: html`<p class="crumbs"><a href="/console/crawls/${after.crawl.id}">Crawl ${after.crawl.id}</a> / Compared with crawl ${before.crawl.id}</p>
${heading}`,
      main,
    });
  }
}
