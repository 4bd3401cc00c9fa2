import { Job, type JobHandler, type JobRun } from '../../platform/queue/job.js';
import { Precedence } from '../../reports/audits/precedence.js';
import { CrawlStart } from '../crawl-start.service.js';
import { type CrawlId, CrawlsRepository } from '../crawls.repository.js';
import { CrawlCompletion } from '../ending/crawl-completion.service.js';
import { ADVANCE_CRAWL } from './advance-crawl.js';
import { CrawlVisits } from './crawl-visits.service.js';

/** One step of a crawl: its start, its next pages, or its end. One job of a crawl runs at a time. */
@Job(ADVANCE_CRAWL)
export class AdvanceCrawlJob implements JobHandler<CrawlId> {
  constructor(
    private readonly crawls: CrawlsRepository,
    private readonly start: CrawlStart,
    private readonly visits: CrawlVisits,
    private readonly completion: CrawlCompletion,
    private readonly precedence: Precedence,
  ) {}

  async run(id: CrawlId, { stopping }: JobRun): Promise<void> {
    await this.precedence.yielding(id.accountId)();
    const crawl = await this.crawls.findWithRules(id);
    if (crawl?.status === 'queued') await this.start.start(crawl, stopping);
    if (crawl?.status !== 'running') return;
    if (!(await this.visits.queueNext(crawl))) await this.completion.complete(crawl);
  }
}
