import { Inject } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { Job, type JobHandler, type JobRun } from '../../platform/queue/job.js';
import { CrawlDeletions } from './crawl-deletions.js';
import { type CrawlId, CrawlsRepository } from '../crawls.repository.js';

const BATCH = 500;
/** Before all others. */
const FIRST: CrawlId = { accountId: 0, id: 0 };

/** Every hour, deletes crawls that are older than the settings allow. What they have found goes little by little. */
@Job({ name: 'crawl-retention', cron: '27 * * * *', isSingle: true })
export class CrawlRetentionJob implements JobHandler {
  constructor(
    private readonly database: Database,
    private readonly crawls: CrawlsRepository,
    private readonly deletions: CrawlDeletions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run(_payload: unknown, { stopping }: JobRun): Promise<void> {
    const { retentionDays: days, retentionKeep: keep } = this.config;
    let after: CrawlId | undefined = days > 0 ? FIRST : undefined;
    while (after && !stopping.aborted) {
      const ended = await this.crawls.endedAfter(after, { days, keep, limit: BATCH });
      for (const crawl of ended) if (crawl.isExpired) await this.forget(crawl);
      after = ended.length === BATCH ? ended.at(-1) : undefined;
    }
  }

  private async forget(crawl: CrawlId): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.crawls.delete(tx, crawl);
      await this.deletions.publish(tx, { accountId: crawl.accountId, crawlId: crawl.id });
    });
  }
}
