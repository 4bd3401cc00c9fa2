import { visible } from '../basics/control-characters.js';
import { resolve } from 'node:path';
import { DownloadFailed, downloadPreloadList } from '../engine/hsts-preload/download.js';
import { PreloadListInvalid } from '../engine/hsts-preload/entry-scanner.js';
import { messageOf } from '../basics/message-of.js';

/** Downloads an HSTS preload list. On failure, an existing file is kept and the exit status is 1. */
export async function downloadList(file: string, { from }: { from: string }): Promise<void> {
  const path = resolve(file);
  try {
    const hosts = await downloadPreloadList(from, path);
    process.stdout.write(
      `${String(hosts)} hosts written to ${path}. Set HSTS_PRELOAD_FILE=${path} and restart the workers.\n`,
    );
  } catch (error) {
    process.stderr.write(`${visible(faultOf(error, from, path))}\n`);
    process.exitCode = 1;
  }
}

function faultOf(error: unknown, from: string, path: string): string {
  const reason = messageOf(error);
  if (error instanceof DownloadFailed)
    return `${from} can't be downloaded: ${reason}. Try again, or set another URL with --from.`;
  if (error instanceof PreloadListInvalid)
    return `${from} is not an HSTS preload list in Chromium's format: ${reason}. Set another URL with --from.`;
  return `${path} can't be written: ${reason}. Choose a file in a directory that this user can write to.`;
}
