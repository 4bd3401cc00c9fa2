import { Job, type JobHandler, type JobRun } from '../../platform/queue/job.js';
import { DeletedCrawlsRepository } from './deleted-crawls.repository.js';

/** Deletes the pages, links and answers of deleted crawls. */
@Job({ name: 'sweep-crawls', cron: '* * * * *' })
export class SweepCrawlsJob implements JobHandler {
  constructor(private readonly deleted: DeletedCrawlsRepository) {}

  async run(_: unknown, { stopping }: JobRun): Promise<void> {
    for (const crawl of await this.deleted.all())
      while (!stopping.aborted && (await this.deleted.deleteSome(crawl)));
  }
}
