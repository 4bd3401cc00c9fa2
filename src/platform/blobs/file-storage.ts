import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable } from 'node:stream';
import { errorCodeOf } from '../../basics/error-code.js';
import { blobPath, type BlobStorage, BlobsUnavailable } from './blob-storage.js';

/** No write takes this long. */
const UNFINISHED_MS = 60 * 60 * 1000;

/** Keeps blobs as files. Processes that share the folder share the blobs. */
export class FileStorage implements BlobStorage {
  private readonly unfinished: string;

  /** @param folder created when it is needed */
  constructor(private readonly folder: string) {
    this.unfinished = join(folder, 'unfinished');
  }

  async write(hash: string, bytes: Uint8Array): Promise<void> {
    const [path, part] = [this.pathOf(hash), join(this.unfinished, randomUUID())];
    try {
      await mkdir(this.unfinished, { recursive: true, mode: 0o700 });
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Reports name it once their transaction has ended, and that outlives a loss of power.
      await writeFile(part, bytes, { mode: 0o600, flush: true });
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined);
      throw new BlobsUnavailable(error);
    }
  }

  async read(hash: string): Promise<Readable | null> {
    try {
      const file = await open(this.pathOf(hash));
      return file.createReadStream();
    } catch (error) {
      if (errorCodeOf(error) === 'ENOENT') return null;
      throw new BlobsUnavailable(error);
    }
  }

  async remove(hash: string): Promise<void> {
    try {
      await rm(this.pathOf(hash), { force: true });
    } catch (error) {
      throw new BlobsUnavailable(error);
    }
  }

  async removeUnfinished(): Promise<void> {
    const names = await readdir(this.unfinished).catch(() => []);
    for (const path of names.map((name) => join(this.unfinished, name))) {
      const file = await stat(path).catch(() => null);
      if (file && Date.now() - file.mtimeMs > UNFINISHED_MS) await rm(path, { force: true });
    }
  }

  private pathOf(hash: string): string {
    return join(this.folder, blobPath(hash));
  }
}
