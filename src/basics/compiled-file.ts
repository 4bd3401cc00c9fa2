import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE_FOLDER = `${sep}src${sep}`;

/** Path of a compiled file beside the calling one, for threads and processes. Tests and benchmarks run the sources, so
 *  they get the file in `dist/`.
 *  @param name like `./audit.worker.js`
 *  @param from `import.meta.url` of the caller */
export function compiledFile(name: string, from: string): string {
  const path = fileURLToPath(new URL(name, from));
  if (!from.endsWith('.ts')) return path;
  const at = path.lastIndexOf(SOURCE_FOLDER);
  return `${path.slice(0, at)}${sep}dist${sep}${path.slice(at + SOURCE_FOLDER.length)}`;
}
