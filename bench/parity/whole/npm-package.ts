import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PATHS } from '../paths.js';

/** Folder with the files of an npm package, which is downloaded on the first call; nothing of it is run.
 *  @param spec name and version, as `name@1.2.3` */
export function unpackedPackage(spec: string): string {
  const folder = join(PATHS.npmPackages, spec.replace(/^@/, '').replace('/', '__'));
  if (!existsSync(folder)) download(spec, folder);
  return folder;
}

function download(spec: string, folder: string): void {
  mkdirSync(PATHS.npmPackages, { recursive: true });
  const temporary = mkdtempSync(join(PATHS.npmPackages, '.download-'));
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: temporary, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    run('npm', 'pack', '--loglevel=error', '--ignore-scripts', spec);
    const archive = readdirSync(temporary).find((name) => name.endsWith('.tgz'));
    if (!archive) throw new Error(`npm pack ${spec} made no archive. Check the name and version.`);
    mkdirSync(join(temporary, 'files'));
    run('tar', '--warning=no-unknown-keyword', '-xzf', archive, '-C', 'files', '--strip-components=1');
    renameSync(join(temporary, 'files'), folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
