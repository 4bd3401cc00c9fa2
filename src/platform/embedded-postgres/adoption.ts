import { constants, existsSync } from 'node:fs';
import { lchown, lstat, open, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCodeOf } from '../../basics/error-code.js';
import { isServer, postmasterOf, untilEnded, userOf } from './postmaster.js';
import { type Identity, type Unprivileged } from './unprivileged.js';

/** Gives the files to the user that PostgreSQL runs as now, and moves them to where that user can reach them: earlier
 *  versions ran it as root in a user namespace. Repeating it after a crash is safe.
 *  @param wanted the directory that may hold the files */
export async function adoptFiles(wanted: string, { directory, identity }: Unprivileged): Promise<void> {
  if (!identity) return;
  const data = join(directory, 'postgres');
  const found = existsSync(data) ? data : join(wanted, 'postgres');
  const owner = await lstat(found).catch(() => null);
  if (!owner?.isDirectory() || (found === data && owner.uid === identity.uid)) return;
  await stopServerOfOthers(found, identity);
  if (found !== data) await move(found, data);
  await chownTree(data, identity);
}

/** Follows no symbolic links, even if somebody puts them there meanwhile: each directory is opened and then addressed
 *  by its descriptor, where the system has these as files. It is given away last; until then nobody else can enter
 *  one that is closed. */
export async function chownTree(directory: string, identity: Identity): Promise<void> {
  const handle = await open(directory, constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const opened = `/proc/self/fd/${String(handle.fd)}`;
    const path = existsSync(opened) ? opened : directory;
    for (const entry of await readdir(path, { withFileTypes: true })) {
      const entryPath = join(path, entry.name);
      if (entry.isDirectory()) await chownTree(entryPath, identity).catch(unlessGone);
      else await lchown(entryPath, identity.uid, identity.gid).catch(unlessGone);
    }
    await handle.chown(identity.uid, identity.gid);
  } finally {
    await handle.close();
  }
}

async function stopServerOfOthers(data: string, { uid }: Identity): Promise<void> {
  const postmaster = await postmasterOf(data);
  if (!postmaster || !(await isServer(postmaster.pid))) return;
  const owner = await userOf(postmaster.pid);
  if (owner === null || owner === uid) return;
  process.kill(postmaster.pid, 'SIGINT');
  await untilEnded(postmaster.pid);
}

async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    // Another process that starts at the same moment has moved it.
    if (existsSync(to)) return;
    if (errorCodeOf(error) !== 'EXDEV') throw error;
    throw new Error(`PostgreSQL can no longer reach ${from}: move it to ${to} and start again.`, {
      cause: error,
    });
  });
}

function unlessGone(error: unknown): void {
  if (errorCodeOf(error) !== 'ENOENT') throw error;
}
