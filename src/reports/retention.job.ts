import { Inject } from '@nestjs/common';
import { AccountsRepository } from '../auth/accounts.repository.js';
import { CONFIG, type Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { Job, type JobHandler, type JobRun } from '../platform/queue/job.js';
import { IdempotencyRepository } from '../platform/http/idempotency/idempotency.repository.js';
import { ExpiredReportsRepository } from './expired-reports.repository.js';
import { ReportDeletions } from './report-deletions.js';
import { ReportsRepository } from './reports.repository.js';

const BATCH = 500;

/** Every hour, deletes reports that are older than the settings allow, and old Idempotency-Keys. */
@Job({ name: 'retention', cron: '17 * * * *', isSingle: true })
export class RetentionJob implements JobHandler {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly expired: ExpiredReportsRepository,
    private readonly reports: ReportsRepository,
    private readonly deletions: ReportDeletions,
    private readonly idempotency: IdempotencyRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run(_payload: unknown, { stopping }: JobRun): Promise<void> {
    while (!stopping.aborted && (await this.idempotency.forgetSome()));
    if (this.config.retentionDays === 0) return;
    for (const accountId of await this.accounts.withReports()) await this.tidy(accountId, stopping);
  }

  /** Deletes in small transactions, which hold up nobody. */
  private async tidy(accountId: number, stopping: AbortSignal): Promise<void> {
    const { retentionDays: days, retentionKeep: keep } = this.config;
    for (let after = 0; !stopping.aborted;) {
      const old = await this.expired.oldestAfter(accountId, after, { days, keep, limit: BATCH });
      for (const { id, isExpired } of old) if (isExpired) await this.forget(accountId, id);
      const last = old.at(-1);
      if (!last) return;
      after = last.id;
    }
  }

  private async forget(accountId: number, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.expired.keepInHistory(tx, accountId, id);
      await this.reports.delete(tx, accountId, id);
      await this.deletions.publish(tx, { accountId, reportId: id });
    });
  }
}
