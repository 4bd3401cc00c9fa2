import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { visible } from '../../basics/control-characters.js';
import { type Config, ConfigInvalid, readConfig } from './config.js';

const FILE = '.env';

/** Settings of a server, which commands without one leave to the programs beside them: usual names, such as those of a
 *  pipeline's own database. */
const OF_SERVERS =
  /^((MIGRATION_|READ_)?DATABASE_.*|PREPARED_STATEMENTS|API_KEY.*|BLOBS_S3_.*|METRICS_.*|PORT|HOST|ROLE|LOG_LEVEL|DATA_DIR|CORS_ORIGINS|TRUSTED_PROXIES)$/;

interface ReadOptions {
  /** Exit status if a setting is invalid. */
  readonly status?: number;
  /** false: settings of a server alone are not read. */
  readonly isServer?: boolean;
}

/** Reads the settings of this process, and of a file `.env` in the current directory those that it does not have; and warns
 *  of misspelled ones. If some are invalid, prints them all and exits. */
export function readConfigOrExit({ status = 1, isServer = true }: ReadOptions = {}): Config {
  try {
    if (existsSync(FILE)) loadFile();
    const used = Object.entries(process.env).filter(([name]) => isServer || !OF_SERVERS.test(name));
    const config = readConfig(Object.fromEntries(used));
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
