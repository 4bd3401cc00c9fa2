import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Gives the Observatory an empty HSTS preload list where its install script could not download the real one.
 *  None of the cases' hosts is in the real one either. */
export function providePreloadList(): void {
  const main = createRequire(import.meta.url).resolve('@mdn/mdn-http-observatory');
  const file = join(dirname(main), '../conf/hsts-preload.json');
  if (!existsSync(file)) writeFileSync(file, '{}');
}
