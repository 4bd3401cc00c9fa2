import { Job, type JobHandler, type JobRun } from '../../platform/queue/job.js';
import { AuditLogRepository } from './audit-log.repository.js';

const KEPT_DAYS = 400;

/** Deletes old entries once a day. */
@Job({ name: 'expire-audit-log', cron: '37 3 * * *', isSingle: true })
export class ExpireAuditLogJob implements JobHandler {
  constructor(private readonly entries: AuditLogRepository) {}

  async run(_payload: unknown, { stopping }: JobRun): Promise<void> {
    while (!stopping.aborted && (await this.entries.deleteOlderThan(KEPT_DAYS)));
  }
}
