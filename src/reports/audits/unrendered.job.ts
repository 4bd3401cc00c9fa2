import { Logger } from '@nestjs/common';
import { Job, type JobHandler } from '../../platform/queue/job.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { RenderingAvailability } from '../../browsers/rendering-availability.js';
import { AuditReportJob } from './audit-report.job.js';
import { PendingAuditsRepository } from './pending-audits.repository.js';

/** Has reports that wait for a browser audited without one, if no process with a browser is left. */
@Job({ name: 'unrendered', cron: '* * * * *' })
export class UnrenderedJob implements JobHandler {
  private readonly logger = new Logger(UnrenderedJob.name);

  constructor(
    private readonly pending: PendingAuditsRepository,
    private readonly rendering: RenderingAvailability,
    private readonly queue: JobQueue,
  ) {}

  async run(): Promise<void> {
    if (await this.rendering.isAvailable()) return;
    const count = await this.pending.stopWaitingForBrowser();
    if (count === 0) return;
    this.logger.warn(`No process with a browser is left. ${String(count)} reports are audited without one.`);
    await this.queue.add(AuditReportJob);
  }
}
