import { visible } from '../basics/control-characters.js';
import { readConfigOrExit } from '../platform/config/read-or-exit.js';
import { type ConnectedConfig, withDatabase } from '../platform/database/connected-config.js';
import { stoppedOnSignal } from '../process/exit-on-signal.js';
import { messageOf } from '../basics/message-of.js';

/** The settings with a database. If the embedded one can't be started, prints the reason and exits with status 1. */
export async function databaseOrExit(): Promise<ConnectedConfig> {
  try {
    return await stoppedOnSignal(withDatabase(readConfigOrExit()));
  } catch (error) {
    process.stderr.write(`${visible(messageOf(error))}\n`);
    process.exit(1);
  }
}
