import { Injectable } from '@nestjs/common';
import { CrawlComparisons } from '../crawls/comparison/crawl-comparisons.service.js';
import { CrawlsService } from '../crawls/crawls.service.js';
import { CrawlFindings } from '../crawls/findings/crawl-findings.service.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { MAX_EXAMPLES } from '../presentation/crawls/crawl-sections.js';
import { PageNotShared } from './page-not-shared.js';
import { crawlComparisonPage } from './pages/crawl-comparison-page.js';
import { crawlPage } from './pages/crawl-page.js';
import { ScoreResults } from './score-results.js';
import { ShareAccess, type ShareVisit, type Shown } from './share-access.service.js';

/** Crawls that a crawl's page links to. */
const MAX_CRAWLS = 20;

/** What people without a key see of crawls. */
@Injectable()
export class SharedCrawlsService {
  constructor(
    private readonly access: ShareAccess,
    private readonly crawls: CrawlsService,
    private readonly findings: CrawlFindings,
    private readonly comparisons: CrawlComparisons,
    private readonly results: ScoreResults,
  ) {}

  /** @throws PageNotShared */
  async show(visit: ShareVisit, id: number): Promise<Shown> {
    return this.access.shown(visit, async (share) => {
      const { accountId, id: websiteId } = share.website;
      const shown = await this.crawls.show(accountId, id).catch(pageNotShared);
      if (shown.crawl.websiteId !== websiteId) throw new PageNotShared();
      const [findings, crawls] = await Promise.all([
        this.findings.of(shown, MAX_EXAMPLES, 'visitors'),
        this.crawls.lastOf(accountId, websiteId, MAX_CRAWLS),
      ]);
      return crawlPage(share, { shown, findings, crawls, resultOf: this.results.of });
    });
  }

  /** @throws PageNotShared if the two are not crawls of the website that are over */
  async compare(visit: ShareVisit, beforeId: number, afterId: number): Promise<Shown> {
    return this.access.shown(visit, async (share) => {
      const { accountId, id: websiteId } = share.website;
      const comparison = await this.comparisons
        .compare(accountId, afterId, beforeId, 'visitors')
        .catch(pageNotShared);
      if (comparison.after.crawl.websiteId !== websiteId) throw new PageNotShared();
      return crawlComparisonPage(share, { comparison, resultOf: this.results.of });
    });
  }
}

function pageNotShared(error: unknown): never {
  throw error instanceof DomainError && error.status < 500 ? new PageNotShared() : error;
}
