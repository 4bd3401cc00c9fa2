import { BlobStore } from '../../src/platform/blobs/blob-store.js';
import { Database } from '../../src/platform/database/database.js';
import { type ScreenshotKind } from '../../src/reports/screenshots/report-screenshot.entity.js';
import { ScreenshotsRepository } from '../../src/reports/screenshots/screenshots.repository.js';
import { type TestApp } from './app.js';

/** Stores bytes as a screenshot of one of the owner's reports.
 *  @returns their hash */
export async function storedScreenshot(
  test: TestApp,
  reportId: number,
  bytes: Uint8Array,
  kind: ScreenshotKind = 'viewport',
): Promise<string> {
  const hash = await test.app.get(BlobStore).put(bytes, 'image/webp');
  await test.app.get(Database).transaction(async (manager) => {
    const report = { accountId: test.owner.id, reportIds: [reportId] };
    const shots = [{ kind, hash, width: 721, height: 1440 }];
    await test.app.get(ScreenshotsRepository).store(manager, report, shots);
  });
  return hash;
}
