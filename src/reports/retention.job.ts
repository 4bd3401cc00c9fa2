import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { JobRunner } from '../queue/job-runner.js';
import { IdempotencyRepository } from '../http/idempotency/idempotency.repository.js';
import { ReportsRepository } from './reports.repository.js';

const BATCH = 500;

/** Deletes reports that are older than the settings have them kept, and forgets old Idempotency-Keys; every hour. */
@Injectable()
export class RetentionJob implements OnModuleInit {
  constructor(
    private readonly reports: ReportsRepository,
    private readonly idempotency: IdempotencyRepository,
    private readonly runner: JobRunner,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.runner.schedule('retention', '17 * * * *', (signal) => this.run(signal));
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.idempotency.forgetOld();
    if (this.config.retentionDays === 0) return;
    for (const accountId of await this.reports.accounts()) await this.tidy(accountId, signal);
  }

  /** In small transactions, so that nobody waits for them. */
  private async tidy(accountId: number, signal: AbortSignal): Promise<void> {
    const { retentionDays: days, retentionKeep: keep } = this.config;
    for (let after = 0; !signal.aborted;) {
      const old = await this.reports.old(accountId, { days, keep, after, limit: BATCH });
      for (const { id, is_expired } of old) if (is_expired) await this.reports.delete(accountId, id);
      const last = old.at(-1);
      if (!last) return;
      after = last.id;
    }
  }
}
