import { buffer } from 'node:stream/consumers';
import { type BlobStore } from '../../platform/blobs/blob-store.js';
import { pictureOf, withPictureBytes } from '../pages/report-file.js';

/** Puts the picture into a report's file, which is complete then. A file whose picture is lost has none.
 *  @throws BlobsUnavailable */
export async function withPicture(file: string, blobs: BlobStore): Promise<string> {
  const hash = pictureOf(file);
  const picture = hash === null ? null : await blobs.get(hash);
  return withPictureBytes(file, picture && (await buffer(picture)));
}
