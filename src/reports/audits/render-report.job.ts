import { Inject } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { Job, type JobHandler, type JobRun } from '../../platform/queue/job.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { RenderingAvailability } from '../../browsers/rendering-availability.js';
import { AuditRunner } from './audit-runner.service.js';

/** Audits the reports that wait for a browser. */
@Job({ name: 'render', cron: '* * * * *', role: 'browser' })
export class RenderReportJob implements JobHandler {
  constructor(
    private readonly audits: AuditRunner,
    private readonly rendering: RenderingAvailability,
    private readonly queue: JobQueue,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run(_payload: unknown, job: JobRun): Promise<void> {
    if (!this.rendering.hasBrowser) return;
    const again = (key?: string) => this.queue.add(RenderReportJob, { key });
    await this.audits.run(job, {
      hasBrowser: true,
      concurrency: this.config.browserConcurrency,
      again,
      render: again,
    });
  }
}
