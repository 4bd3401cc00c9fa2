import { Precedence } from '../../reports/audits/precedence.js';
import { Job, type JobHandler, type JobRun } from '../../platform/queue/job.js';
import { ADVANCE_CRAWL } from './advance-crawl.js';
import { CrawlDriver } from '../crawl-driver.service.js';
import { type CrawlId } from '../crawls.repository.js';

@Job(ADVANCE_CRAWL)
export class AdvanceCrawlJob implements JobHandler<CrawlId> {
  constructor(
    private readonly driver: CrawlDriver,
    private readonly precedence: Precedence,
  ) {}

  async run(crawl: CrawlId, { stopping }: JobRun): Promise<void> {
    await this.precedence.yielding(crawl.accountId)();
    await this.driver.advance(crawl, stopping);
  }
}
