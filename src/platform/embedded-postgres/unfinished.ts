import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

const MARK = '.new-';
/** What is made takes seconds. */
const ABANDONED_MS = 600_000;

/** Makes a directory in which the one of `path` is made, to be renamed to it: several processes may do so at once, and a
 *  killed one leaves nothing half-made at `path`. */
export async function makeUnfinished(path: string): Promise<string> {
  return mkdtemp(path + MARK);
}

export function isUnfinished(path: string): boolean {
  return basename(path).includes(MARK);
}

/** Deletes what processes that were killed have left in `directory` ten minutes ago or earlier. */
export async function deleteAbandoned(directory: string): Promise<void> {
  const before = Date.now() - ABANDONED_MS;
  for (const name of await readdir(directory)) {
    if (!isUnfinished(name)) continue;
    const path = join(directory, name);
    const state = await lstat(path).catch(() => null);
    if (state && state.mtimeMs < before)
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
