import { type Config, ConfigInvalid, readProcessConfig } from './config.js';

/** Settings of this process; where some can't be used, lists them all and ends it with status 1. */
export function readConfigOrExit(): Config {
  try {
    return readProcessConfig();
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
