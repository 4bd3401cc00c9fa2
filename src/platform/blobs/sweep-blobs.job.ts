import { Inject } from '@nestjs/common';
import { Job, type JobHandler, type JobRun } from '../queue/job.js';
import { BLOB_STORAGE, type BlobStorage } from './blob-storage.js';
import { BlobsRepository } from './blobs.repository.js';

/** Rows per query. */
const PAGE = 1000;
/** Blobs per transaction, whose bytes are removed at once. */
const BATCH = 10;

/** Every hour, deletes blobs that nothing refers to. */
@Job({ name: 'sweep-blobs', cron: '53 * * * *' })
export class SweepBlobsJob implements JobHandler {
  constructor(
    private readonly blobs: BlobsRepository,
    @Inject(BLOB_STORAGE) private readonly storage: BlobStorage,
  ) {}

  async run(_payload: unknown, { stopping }: JobRun): Promise<void> {
    let after: string | null = '';
    while (after !== null && !stopping.aborted) after = await this.sweepPage(after, stopping);
    await this.storage.removeUnfinished();
  }

  /** @returns where the next page begins; null after the last one */
  private async sweepPage(after: string, stopping: AbortSignal): Promise<string | null> {
    const page = await this.blobs.listAfter(after, PAGE);
    const unused = page.filter(({ isUnused }) => isUnused).map(({ hash }) => hash);
    while (unused.length > 0 && !stopping.aborted)
      await this.blobs.deleteUnused(unused.splice(0, BATCH), (hash) => this.storage.remove(hash));
    return page.at(-1)?.hash ?? null;
  }
}
