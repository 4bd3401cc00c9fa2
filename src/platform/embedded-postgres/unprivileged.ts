import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A user and group by number; neither is root. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** Where PostgreSQL runs, and as whom: it refuses to run as root. */
export interface Unprivileged {
  /** Holds its files: the wanted directory, unless that user can't reach it. */
  readonly directory: string;
  /** Absent: our own. */
  readonly identity?: Identity;
}

/** The customary "nobody": needs no entry in /etc/passwd. */
const NOBODY: Identity = { uid: 65_534, gid: 65_534 };

const SYSTEM_DIRECTORY = '/var/lib/pagegrade';

/** As ourselves, unless we are root: then as the owner of the existing files or else as nobody, in the wanted
 *  directory; where that is out of reach, or was once, as nobody in one under /var/lib.
 *  @param wanted real path of an existing directory
 *  @throws Error where neither is possible */
export async function unprivileged(
  wanted: string,
  { isTemporary = false }: { readonly isTemporary?: boolean } = {},
): Promise<Unprivileged> {
  if (process.getuid?.() !== 0) return { directory: wanted };
  const owner = (await ownerOf(join(wanted, 'postgres'))) ?? (await ownerOf(wanted)) ?? NOBODY;
  const directory = systemDirectoryOf(wanted);
  const isKeptThere = existsSync(join(directory, 'postgres')) && !existsSync(join(wanted, 'postgres'));
  if (!isKeptThere && (await admits(wanted, owner))) return { directory: wanted, identity: owner };
  if ((await isMade(directory)) && (await admits(directory, NOBODY))) return { directory, identity: NOBODY };
  const setting = isTemporary ? 'TMPDIR' : 'DATA_DIR';
  const orServer = isTemporary ? '' : ', or set DATABASE_URL';
  throw new Error(
    `PostgreSQL does not run as root, and user ${String(owner.uid)} can't reach ${wanted}: ` +
      `set ${setting} to a directory whose parents every user can enter, or start as an ordinary user${orServer}.`,
  );
}

/** Whether the user may pass through every directory down to `path`, and enter or execute that itself. */
export async function isReachable(path: string, { uid, gid }: Identity): Promise<boolean> {
  for (let current = await realpath(path); ; current = dirname(current)) {
    const found = await stat(current);
    const bit = found.uid === uid ? 0o100 : found.gid === gid ? 0o010 : 0o001;
    if ((found.mode & bit) === 0) return false;
    if (dirname(current) === current) return true;
  }
}

/** Null: nothing is there, or it is root's. */
async function ownerOf(path: string): Promise<Identity | null> {
  const found = await stat(path).catch(() => null);
  if (!found || found.uid === 0) return null;
  return { uid: found.uid, gid: found.gid === 0 ? NOBODY.gid : found.gid };
}

function systemDirectoryOf(wanted: string): string {
  return join(SYSTEM_DIRECTORY, createHash('sha256').update(wanted).digest('hex').slice(0, 12));
}

async function isMade(directory: string): Promise<boolean> {
  try {
    await mkdir(directory, { recursive: true });
    await chmod(SYSTEM_DIRECTORY, 0o711);
    return true;
  } catch {
    return false;
  }
}

/** Whether the user can enter the directory. One that is closed to all but root is opened to that user's group:
 *  for passing through, not for listing. */
async function admits(directory: string, identity: Identity): Promise<boolean> {
  if (!(await isReachable(dirname(directory), identity))) return false;
  const { uid, gid, mode } = await stat(directory);
  if (uid === 0 && gid === 0 && (mode & 0o001) === 0) {
    await chown(directory, 0, identity.gid);
    await chmod(directory, (mode & 0o700) | 0o010);
  }
  return isReachable(directory, identity);
}
