import type * as GraphileWorker from 'graphile-worker';
import { createRequire } from 'node:module';
import { parse } from 'node:path';

/** Its schema, whatever its variable GRAPHILE_WORKER_SCHEMA says: our own statements name it. */
export const QUEUE_SCHEMA = 'graphile_worker';

export const { Logger, parseCronItems, run, runMigrations } = loaded();

/** While it is loaded, graphile-worker looks for settings in the current folder and in all above it, and runs what it
 *  finds there: the file of a stranger, where the service or a command is started in a folder that is not its user's. So
 *  it is loaded in the root of the disk. */
function loaded(): typeof GraphileWorker {
  const folder = process.cwd();
  process.chdir(parse(folder).root);
  try {
    return createRequire(import.meta.url)('graphile-worker') as typeof GraphileWorker;
  } finally {
    process.chdir(folder);
  }
}
