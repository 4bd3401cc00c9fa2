import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCodeOf } from './error-code.js';

/** Makes a directory, and those above it, if they are missing. Node.js's own recursion never ends where a file system has no
 *  place for directories, like /proc.
 *  @throws Error that `writeFaultOf` explains */
export async function makeDirectory(path: string): Promise<void> {
  if (!existsSync(path)) {
    await makeDirectory(dirname(path));
    await mkdir(path).catch((error: unknown) => {
      if (errorCodeOf(error) !== 'EEXIST') throw error;
    });
  } else if (!(await stat(path)).isDirectory()) throw Object.assign(new Error(path), { code: 'ENOTDIR' });
}
