import { Job, type JobHandler } from '../../platform/queue/job.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { ADVANCE_CRAWL, turnOf } from './advance-crawl.js';
import { CrawlsRepository } from '../crawls.repository.js';

/** Makes sure every minute that no crawl stands still, whatever became of its jobs. */
@Job({ name: 'wake-crawls', cron: '* * * * *' })
export class WakeCrawlsJob implements JobHandler {
  constructor(
    private readonly crawls: CrawlsRepository,
    private readonly queue: JobQueue,
  ) {}

  async run(): Promise<void> {
    for (const crawl of await this.crawls.open())
      await this.queue.add(ADVANCE_CRAWL, { ...turnOf(crawl), keepsTime: true });
  }
}
