import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { visible } from '../../basics/control-characters.js';
import { type Config, ConfigInvalid, readConfig } from './config.js';

const FILE = '.env';

/** Settings of a server, which commands without one leave to the programs beside them: usual names, such as those of a
 *  pipeline's own database. */
const OF_SERVERS = new RegExp(
  `^(${[
    '(MIGRATION_|READ_)?DATABASE_.*|PREPARED_STATEMENTS|DATA_DIR|BLOBS_S3_.*|RETENTION_.*',
    'PORT|HOST|ROLE|LOG_LEVEL|METRICS_.*|CORS_ORIGINS|TRUSTED_PROXIES|CONSOLE',
    'API_KEY.*|DEFAULT_PRIVACY|RATE_LIMIT|CREATE_LIMIT|QUEUE_LIMIT',
  ].join('|')})$`,
);

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
    const used = isServer ? process.env : ofCommands(process.env);
    const config = readConfig(used);
    const misspelled = config.misspelled.filter((sentence) => isServer || !meansServers(sentence));
    for (const warning of misspelled) process.stderr.write(`${visible(warning)}\n`);
    return config;
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error;
    process.stderr.write(`${error.message.split('\n').map(visible).join('\n')}\n`);
    process.exit(status);
  }
}

/** Whether the setting that was probably meant is not read: then it is a name of another program's. */
function meansServers(sentence: string): boolean {
  const [, meant = ''] = /(\w+)\?$/.exec(sentence) ?? [];
  return OF_SERVERS.test(meant);
}

/** Build tools of websites use PUBLIC_URL, too, for a path or for files on another host. */
function ofCommands(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const used = Object.entries(environment).filter(
    ([name, value = '']) => !OF_SERVERS.test(name) && (name !== 'PUBLIC_URL' || isPublicUrl(value)),
  );
  return Object.fromEntries(used);
}

function isPublicUrl(value: string): boolean {
  try {
    readConfig({ PUBLIC_URL: value });
    return true;
  } catch {
    return false;
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
