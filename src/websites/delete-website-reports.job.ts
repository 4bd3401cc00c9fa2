import { Database } from '../platform/database/database.js';
import { Job, type JobHandler, type JobRun } from '../platform/queue/job.js';
import { JobQueue } from '../platform/queue/job-queue.js';
import { DeletedWebsitesRepository, type ReportsToDelete } from './deleted-websites.repository.js';

/** Maximum duration of one job; other jobs get their turn in between. */
const LIMIT_MS = 2000;

/** Deletes the reports of a deleted website in small transactions. */
@Job({ name: 'delete-website-reports' })
export class DeleteWebsiteReportsJob implements JobHandler<ReportsToDelete> {
  constructor(
    private readonly database: Database,
    private readonly deleted: DeletedWebsitesRepository,
    private readonly queue: JobQueue,
  ) {}

  async run(reports: ReportsToDelete, { stopping }: JobRun): Promise<void> {
    let left = reports;
    for (const endsAt = performance.now() + LIMIT_MS; performance.now() < endsAt && !stopping.aborted;) {
      const rest = await this.database.transaction((tx) => this.deleted.deleteNewest(tx, left));
      if (!rest) return;
      left = rest;
    }
    await this.queue.add(DeleteWebsiteReportsJob, { payload: left });
  }
}
