import { buffer } from 'node:stream/consumers';
import { BlobsUnavailable } from '../../platform/blobs/blob-storage.js';
import { type BlobStore } from '../../platform/blobs/blob-store.js';

const SOURCE = /src="#picture-([0-9a-f]+)"/g;

/** Stands in a report's file for the address of its picture until {@link withPicture}.
 *  @param hash of its blob */
export function pictureSource(hash: string): string {
  return `#picture-${hash}`;
}

/** A picture, and what it is in: a link to that of the whole page. */
const PICTURE = new RegExp(`<(a|span) class="picture"[^>]*><img ${SOURCE.source}[^>]*></\\1>`, 'g');

/** Puts the picture into a report's file, which is complete then. A file whose picture is lost has none.
 *  @throws BlobsUnavailable */
export async function withPicture(file: string, blobs: BlobStore): Promise<string> {
  const hash = new RegExp(SOURCE.source).exec(file)?.[1];
  if (hash === undefined) return file;
  const picture = await blobs.get(hash);
  if (!picture) return file.replaceAll(PICTURE, '');
  const bytes = await buffer(picture).catch((error: unknown) => {
    throw new BlobsUnavailable(error);
  });
  const source = `src="data:image/webp;base64,${bytes.toString('base64')}"`;
  return file.replaceAll(SOURCE, () => source);
}
