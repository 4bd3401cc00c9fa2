import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, kill, processesOf } from './process-tree.js';

/** A killed process writes no more, but takes a moment to end. */
const END_MS = 5000;
const WAIT_MS = 20;

const PREFIX = 'pagegrade-browser-';

/** A new folder for the profile of a browser. It names this process, so that a later one finds what a killed one left. */
export async function newProfile(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${PREFIX}${String(process.pid)}-`));
}

/** Ends the processes of a profile, also those that they start meanwhile, and deletes it. */
export async function removeProfile(profile: string): Promise<void> {
  const endsAt = performance.now() + END_MS;
  for (let left = processesOf(profile); left.length > 0; left = processesOf(profile)) {
    kill(left);
    if (performance.now() > endsAt) break;
    await sleep(WAIT_MS);
  }
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
