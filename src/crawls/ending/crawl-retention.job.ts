import { Inject } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { Job, type JobHandler, type JobRun } from '../../platform/queue/job.js';
import { CrawlsRepository } from '../crawls.repository.js';

const BATCH = 100;

/** Every hour, deletes crawls that are older than the settings allow. What they have found goes little by little. */
@Job({ name: 'crawl-retention', cron: '27 * * * *', isSingle: true })
export class CrawlRetentionJob implements JobHandler {
  constructor(
    private readonly database: Database,
    private readonly crawls: CrawlsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run(_payload: unknown, { stopping }: JobRun): Promise<void> {
    const { retentionDays: days, retentionKeep: keep } = this.config;
    for (let isMore = days > 0; isMore && !stopping.aborted;) {
      const expired = await this.crawls.expired({ days, keep, limit: BATCH });
      for (const crawl of expired) await this.database.transaction((tx) => this.crawls.delete(tx, crawl));
      isMore = expired.length === BATCH;
    }
  }
}
