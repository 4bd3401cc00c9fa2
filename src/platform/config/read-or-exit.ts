import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { visible } from '../../basics/control-characters.js';
import { type Config, ConfigInvalid, readConfig } from './config.js';

const FILE = '.env';

/** Reads the settings of this process, and of a file `.env` in the current directory those that it does not have; and warns of misspelled ones. If some are invalid, prints them all and exits. */
export function readConfigOrExit({ status = 1 } = {}): Config {
  try {
    if (existsSync(FILE)) loadFile();
    const config = readConfig(process.env);
    for (const warning of config.misspelled) process.stderr.write(`${visible(warning)}\n`);
    return config;
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error;
    process.stderr.write(`${error.message.split('\n').map(visible).join('\n')}\n`);
    process.exit(status);
  }
}

/** @throws ConfigInvalid */
function loadFile(): void {
  try {
    process.loadEnvFile(FILE);
  } catch {
    throw new ConfigInvalid([
      `The file ${resolve(FILE)} can't be read by this user, or is a folder: give this user the right to read it, or remove it.`,
    ]);
  }
}
