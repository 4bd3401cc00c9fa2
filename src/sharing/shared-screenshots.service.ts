import { Injectable } from '@nestjs/common';
import { type Readable } from 'node:stream';
import { BlobStore } from '../platform/blobs/blob-store.js';
import { BlobsUnavailable } from '../platform/blobs/blob-storage.js';
import { refusal } from '../platform/errors/domain-error.js';
import { type ScreenshotKind } from '../reports/screenshots/report-screenshot.entity.js';
import { ScreenshotsRepository, type StoredImage } from '../reports/screenshots/screenshots.repository.js';
import { WebsitesRepository } from '../websites/websites.repository.js';
import { accessTo } from './access.js';
import { type ShareVisit } from './share-access.service.js';

export interface SharedScreenshot extends StoredImage {
  readonly isPublic: boolean;
}

/** Does not say whether the image exists. */
export class ScreenshotNotShared extends refusal(
  'not_found',
  'There is no such image, or its website is private or needs a password. Send a key of its owner, or open the ' +
    'page of the website first and enter the password.',
) {}

/** The screenshots that a visitor of share pages may see. */
@Injectable()
export class SharedScreenshotsService {
  constructor(
    private readonly websites: WebsitesRepository,
    private readonly screenshots: ScreenshotsRepository,
    private readonly blobs: BlobStore,
  ) {}

  /** @throws ScreenshotNotShared */
  async find(
    { token, visitor }: ShareVisit,
    reportId: number,
    kind: ScreenshotKind,
  ): Promise<SharedScreenshot> {
    const website = await this.websites.findShared(token);
    if (!website || accessTo(website, visitor, Date.now()) !== 'open') throw new ScreenshotNotShared();
    const image = await this.screenshots.findShared(token, reportId, kind);
    if (!image) throw new ScreenshotNotShared();
    return { ...image, isPublic: website.privacy === 0 };
  }

  /** @throws BlobsUnavailable */
  async open({ hash }: SharedScreenshot): Promise<Readable> {
    const bytes = await this.blobs.get(hash);
    if (bytes) return bytes;
    throw new BlobsUnavailable(
      new Error(
        `The bytes of blob ${hash} are missing. Restore DATA_DIR/blobs or the bucket from a backup; all processes must use the same one.`,
      ),
    );
  }
}
