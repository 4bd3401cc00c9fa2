import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning, kill, processesOf } from './process-tree.js';

const PREFIX = 'pagegrade-browser-';

/** A new folder for the profile of a browser. It names this process, so that a later one finds what a killed one left. */
export async function newProfile(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${PREFIX}${String(process.pid)}-`));
}

/** Ends the processes of a profile and deletes it. */
export async function removeProfile(profile: string): Promise<void> {
  kill(processesOf(profile));
  await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => undefined);
}

/** Removes the profiles of processes that were killed, and the browsers that they left. To be called before the first
 *  {@link newProfile}: in containers, the next process often has the same id. */
export async function removeOrphans(): Promise<void> {
  const names = await readdir(tmpdir());
  for (const name of names) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    const isOrphan = pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)));
    if (isOrphan) await removeProfile(join(tmpdir(), name));
  }
}
