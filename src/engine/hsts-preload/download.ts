import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCodeOf } from '../../basics/error-code.js';
import { readPreloadList } from './preload-list-file.js';

/** Chromium's list, from the mirror of its source code that serves raw files. */
export const CHROMIUM_LIST =
  'https://raw.githubusercontent.com/chromium/chromium/main/net/http/transport_security_state_static.json';

/** The list has about 20 MB. */
const MAX_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 120_000;

/** The list could not be downloaded; the message gives the reason. */
export class DownloadFailed extends Error {}

/** Downloads a preload list. Replaces the file atomically, and only with a valid list.
 *  @returns the number of hosts on the list
 *  @throws DownloadFailed, PreloadListInvalid, or a file system error */
export async function downloadPreloadList(url: string, file: string): Promise<number> {
  const partial = `${file}.${String(process.pid)}.partial`;
  const body = await bodyOf(url);
  try {
    const output = createWriteStream(partial, { flags: 'wx', mode: 0o644, flush: true });
    await pipeline(body, sizeLimit(), output).catch((error: unknown) => {
      throw isFileSystemError(error) ? error : new DownloadFailed(reasonOf(error));
    });
    const { size } = await readPreloadList(partial);
    await rename(partial, file);
    return size;
  } finally {
    await rm(partial, { force: true });
  }
}

async function bodyOf(url: string): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: unknown) => {
    throw new DownloadFailed(reasonOf(error));
  });
  if (response.ok && response.body) return response.body;
  await response.body?.cancel();
  throw new DownloadFailed(`the server responded with ${String(response.status)}`);
}

function sizeLimit(): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= MAX_BYTES) done(null, chunk);
      else done(new DownloadFailed(`it is larger than ${String(MAX_BYTES / 1024 / 1024)} MiB`));
    },
  });
}

function isFileSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'path' in error;
}

/** fetch() only says "fetch failed"; its cause has the reason. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `it took more than ${String(TIMEOUT_MS / 1000)} s`;
  return errorCodeOf(error.cause) || error.message;
}
