import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** How PostgreSQL, which refuses to run as root, is started on this machine. */
export interface Unprivileged {
  /** Where its files go: the wanted directory, unless no other user can reach it. */
  readonly directory: string;
  /** Identity to start it with; absent: our own. */
  readonly uid?: number;
  readonly gid?: number;
  /** Whether its programs must lie where every user can reach them. */
  readonly needsReachablePrograms: boolean;
  command(program: string, args: readonly string[]): [string, ...string[]];
}

/** The customary "nobody": exists on every system without being made. */
const NOBODY = 65_534;

/** Finds a way that works here, in this order: as ourselves; as whoever owns the files; as root inside a
 *  user namespace, where we are somebody else; as nobody, if need be in a directory under /var/lib. */
export async function unprivileged(wanted: string): Promise<Unprivileged> {
  const command = (program: string, args: readonly string[]): [string, ...string[]] => [program, ...args];
  if (process.getuid?.() !== 0) return { directory: wanted, needsReachablePrograms: false, command };
  const owner = await stat(join(wanted, 'postgres')).catch(() => null);
  if (owner && owner.uid !== 0) {
    return { directory: wanted, uid: owner.uid, gid: owner.gid, needsReachablePrograms: true, command };
  }
  if (await canUnshare()) {
    return {
      directory: wanted,
      needsReachablePrograms: false,
      command: (program, args) => ['unshare', '--user', '--map-user=1000', '--', program, ...args],
    };
  }
  const directory = (await isReachable(wanted)) ? wanted : systemDirectoryOf(wanted);
  await mkdir(directory, { recursive: true });
  await chown(directory, NOBODY, NOBODY);
  return { directory, uid: NOBODY, gid: NOBODY, needsReachablePrograms: true, command };
}

function systemDirectoryOf(wanted: string): string {
  return join('/var/lib/pagegrade', createHash('sha256').update(wanted).digest('hex').slice(0, 12));
}

/** Whether every user may pass through all directories down to `path`. */
export async function isReachable(path: string): Promise<boolean> {
  for (let current = path; ; current = dirname(current)) {
    const { mode } = await stat(current);
    if ((mode & 0o001) === 0) return false;
    if (dirname(current) === current) return true;
  }
}

async function canUnshare(): Promise<boolean> {
  return promisify(execFile)('unshare', ['--user', '--map-user=1000', '--', 'id', '-u']).then(
    ({ stdout }) => stdout.trim() === '1000',
    () => false,
  );
}
