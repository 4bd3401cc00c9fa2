import { Injectable, Logger } from '@nestjs/common';
import { BlobsUnavailable } from '../../platform/blobs/blob-storage.js';
import { BlobStore } from '../../platform/blobs/blob-store.js';
import { type Screenshots } from '../../engine/grading/grade.js';
import { type ScreenshotKind } from './report-screenshot.entity.js';
import { type Screenshot } from './screenshots.repository.js';

/** Stores the screenshots of an audit before its report refers to them. */
@Injectable()
export class ScreenshotKeeper {
  private readonly logger = new Logger(ScreenshotKeeper.name);

  constructor(private readonly blobs: BlobStore) {}

  /** @returns those that were stored: a report without pictures is better than none
   *  @throws DatabaseUnavailable */
  async keep(screenshots: Screenshots): Promise<Screenshot[]> {
    const kinds: readonly ScreenshotKind[] = ['viewport', 'full'];
    const kept = await Promise.all(
      kinds.map(async (kind): Promise<Screenshot[]> => {
        const taken = screenshots[kind];
        if (!taken) return [];
        const { webp, width, height } = taken;
        return [{ kind, hash: await this.blobs.put(webp, 'image/webp'), width, height }];
      }),
    ).catch((error: unknown) => {
      if (!(error instanceof BlobsUnavailable)) throw error;
      this.logger.warn({ err: error, msg: 'A report is stored without its screenshots.' });
      return [];
    });
    return kept.flat();
  }
}
