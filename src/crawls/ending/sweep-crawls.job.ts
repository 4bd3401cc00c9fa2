import { Job, type JobHandler, type JobRun } from '../../platform/queue/job.js';
import { CrawlAnswersRepository } from '../answers/crawl-answers.repository.js';
import { CrawlHostsRepository } from '../turns/crawl-hosts.repository.js';
import { DeletedCrawlsRepository } from './deleted-crawls.repository.js';

/** Deletes the pages, links and answers of deleted crawls, the answers of those that are over, and the times of hosts that are
 *  no longer crawled. */
@Job({ name: 'sweep-crawls', cron: '* * * * *', isSingle: true })
export class SweepCrawlsJob implements JobHandler {
  constructor(
    private readonly deleted: DeletedCrawlsRepository,
    private readonly answers: CrawlAnswersRepository,
    private readonly hosts: CrawlHostsRepository,
  ) {}

  async run(_: unknown, { stopping }: JobRun): Promise<void> {
    await this.hosts.forgetOld();
    for (const crawl of await this.deleted.all())
      while (!stopping.aborted && (await this.deleted.deleteSome(crawl)));
    for (const crawl of await this.answers.ended())
      while (!stopping.aborted && (await this.deleted.deleteSomeOf('crawl_answers', crawl)));
  }
}
