import { Inject } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { Job, type JobHandler, type JobRun } from '../../platform/queue/job.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { AuditRunner } from './audit-runner.service.js';
import { RenderReportJob } from './render-report.job.js';

/** Audits reports without a browser. The job of each minute finds a report that was passed over because a deletion that
 *  did not happen in the end had locked it. */
@Job({ name: 'audit', cron: '* * * * *' })
export class AuditReportJob implements JobHandler {
  constructor(
    private readonly audits: AuditRunner,
    private readonly queue: JobQueue,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run(_payload: unknown, job: JobRun): Promise<void> {
    await this.audits.run(job, {
      hasBrowser: false,
      concurrency: this.config.auditConcurrency,
      again: (key) => this.queue.add(AuditReportJob, { key }),
      render: () => this.queue.add(RenderReportJob),
    });
  }
}
