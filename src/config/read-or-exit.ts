import { visible } from '../control-characters.js';
import { type Config, ConfigInvalid, readProcessConfig } from './config.js';

/** Reads the settings of this process, and warns of misspelled ones. If some are invalid, prints them all and exits with status 1. */
export function readConfigOrExit(): Config {
  try {
    const config = readProcessConfig();
    for (const warning of config.misspelled) process.stderr.write(`${visible(warning)}\n`);
    return config;
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error;
    process.stderr.write(`${error.message.split('\n').map(visible).join('\n')}\n`);
    process.exit(1);
  }
}
