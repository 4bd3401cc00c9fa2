import { readConfigOrExit } from '../config/read-or-exit.js';
import { type ConnectedConfig, withDatabase } from '../database/connected-config.js';

/** Settings of this process with a database. If they name none and the embedded one can't start, prints the reason and
 *  exits with status 1. */
export async function connectedConfigOrExit(): Promise<ConnectedConfig> {
  try {
    return await withDatabase(readConfigOrExit());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
