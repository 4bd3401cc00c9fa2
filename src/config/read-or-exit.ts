import { type Config, ConfigInvalid, readProcessConfig } from './config.js';

/** Reads the settings of this process. If some are invalid, prints them all and exits with status 1. */
export function readConfigOrExit(): Config {
  try {
    return readProcessConfig();
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
