import { Inject } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Job, type JobHandler, type JobRun } from '../queue/job.js';
import { BLOB_STORAGE, type BlobStorage, BlobsUnavailable } from './blob-storage.js';
import { BlobsRepository } from './blobs.repository.js';

/** Rows per query. */
const PAGE = 1000;
/** Blobs per transaction, whose bytes are removed at once. */
const BATCH = 10;
/** After so many batches in a row, each of which may take seconds, the whole store is down. */
const MAX_FAILED = 10;

/** Every hour, deletes blobs that nothing refers to. One that can't be deleted keeps only those of its batch. */
@Job({ name: 'sweep-blobs', cron: '53 * * * *', isSingle: true })
export class SweepBlobsJob implements JobHandler {
  constructor(
    private readonly database: Database,
    private readonly blobs: BlobsRepository,
    @Inject(BLOB_STORAGE) private readonly storage: BlobStorage,
  ) {}

  async run(_payload: unknown, { stopping }: JobRun): Promise<void> {
    let firstError: BlobsUnavailable | null = null;
    let failedInARow = 0;
    for await (const batch of this.unused(stopping)) {
      if (stopping.aborted) break;
      const error = await this.delete(batch);
      firstError ??= error;
      failedInARow = error ? failedInARow + 1 : 0;
      if (failedInARow === MAX_FAILED) break;
    }
    await this.storage.removeUnfinished();
    if (firstError) throw firstError;
  }

  /** Blobs that nothing refers to, in batches. */
  private async *unused(stopping: AbortSignal): AsyncGenerator<string[]> {
    let after: string | null = '';
    while (after !== null && !stopping.aborted) {
      const page = await this.blobs.listAfter(after, PAGE);
      const unused = page.filter(({ isUnused }) => isUnused).map(({ hash }) => hash);
      while (unused.length > 0) yield unused.splice(0, BATCH);
      after = page.at(-1)?.hash ?? null;
    }
  }

  /** Deletes blobs that are still unused. Their rows are locked while their bytes are removed, so storing the same bytes
   *  waits and writes them anew. If that fails, rows without bytes remain, which the next attempt deletes.
   *  @returns why some of the blobs can't be deleted; null if all are */
  private async delete(hashes: readonly string[]): Promise<BlobsUnavailable | null> {
    try {
      await this.database.transaction(async (tx) => {
        const unused = await this.blobs.deleteUnused(tx, hashes);
        const removals = await Promise.allSettled(unused.map((hash) => this.storage.remove(hash)));
        // Only now: the rows stay locked until no removal is under way.
        const failed = removals.find((removal) => removal.status === 'rejected');
        if (failed) throw failed.reason;
      });
      return null;
    } catch (error) {
      if (error instanceof BlobsUnavailable) return error;
      throw error;
    }
  }
}
