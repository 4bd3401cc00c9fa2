import { Job, type JobHandler } from '../platform/queue/job.js';
import { JobQueue } from '../platform/queue/job-queue.js';
import { DeleteWebsiteReportsJob } from './delete-website-reports.job.js';
import { DeletedWebsitesRepository } from './deleted-websites.repository.js';

/** Every day, goes on with the deletion of websites whose job was lost: a job that failed 25 times is not run again. */
@Job({ name: 'resume-deletions', cron: '23 4 * * *', isSingle: true })
export class ResumeDeletionsJob implements JobHandler {
  constructor(
    private readonly deleted: DeletedWebsitesRepository,
    private readonly queue: JobQueue,
  ) {}

  async run(): Promise<void> {
    for (const payload of await this.deleted.all())
      await this.queue.add(DeleteWebsiteReportsJob, { payload });
  }
}
