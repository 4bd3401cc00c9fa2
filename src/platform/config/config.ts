import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import * as parse from './parsers.js';
import { type Parser } from './parsers.js';
import { nearest } from '../../basics/nearest.js';
import { withPassword } from './postgres-url.js';

const LIMIT_NAMES = ['links', 'words', 'text_percent', 'page_kb', 'files', 'styles'] as const;
const WEIGHT_NAMES = ['high', 'medium', 'low'] as const;

const ROLES = ['all', 'api', 'worker', 'browser'] as const;

const RENDERS = ['never', 'auto', 'always'] as const;

export type Role = (typeof ROLES)[number];

/** A bucket of an S3-compatible object store. */
export interface S3Settings {
  /** Base URL, without a trailing slash. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** All settings, read once at startup from the environment. */
export type Config = Readonly<ReturnType<typeof settingsOf>> & {
  /** Sentences about environment variables that are probably misspelled settings. */
  readonly misspelled: readonly string[];
};

/** Token under which the {@link Config} is injected. */
export const CONFIG = Symbol('CONFIG');

/** Settings are invalid; `faults` has one line for each. */
export class ConfigInvalid extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`Invalid settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

class SettingsReader {
  readonly faults: string[] = [];
  private readonly names = new Set<string>();

  constructor(private readonly environment: Environment) {}

  /** The setting's value; `fallback` if it is unset or empty. */
  read<T, D>(name: string, parser: Parser<T>, fallback: D): T | D {
    this.names.add(name);
    return this.parsed(name, this.environment[name], parser, fallback);
  }

  /** Like {@link read}, but the value may also be in the file that `NAME_FILE` names. */
  readSecret<T, D>(name: string, parser: Parser<T>, fallback: D): T | D {
    const path = this.environment[`${name}_FILE`];
    this.names.add(name).add(`${name}_FILE`);
    if (!path) return this.read(name, parser, fallback);
    if (this.environment[name]) this.faults.push(`${name} and ${name}_FILE are both set: remove one of them`);
    const value = this.contentOf(name, path);
    return value === null ? fallback : this.parsed(name, value, parser, fallback);
  }

  /** Adds a fault if some of these settings are set and others are not. */
  requireAllOrNone(names: readonly string[]): void {
    const missing = names.filter((name) => !this.isSet(name));
    if (missing.length === 0 || missing.length === names.length) return;
    const set = names.filter((name) => this.isSet(name));
    this.faults.push(`${set.join(', ')} without ${missing.join(', ')}: set all of them, or none`);
  }

  /** Adds a fault if some settings are set without another one that they belong to. */
  requireBeside(name: string, settings: readonly string[]): void {
    if (this.isSet(name)) return;
    for (const setting of settings.filter((each) => this.isSet(each)))
      this.faults.push(`${setting} without ${name}: set both, or neither`);
  }

  private isSet(name: string): boolean {
    return [name, `${name}_FILE`].some((each) => this.environment[each]);
  }

  /** A sentence about each variable whose name is similar to that of a setting. Other programs have theirs, too, so
   *  that none is an error. */
  misspelled(): string[] {
    return Object.keys(this.environment).flatMap((name) => {
      const meant = this.names.has(name) ? null : nearest(name, this.names, 0.25);
      return meant === null ? [] : [`${name} is not a setting. Did you mean ${meant}?`];
    });
  }

  /** The text of a secret's file; null after a fault. An empty file is one: without its value, the service would start with
   *  another database or key. */
  private contentOf(name: string, path: string): string | null {
    try {
      const content = readFileSync(path, 'utf8').trim();
      if (content !== '') return content;
      this.faults.push(`${name}_FILE is empty: ${path}. Write the value into it, or remove the setting.`);
    } catch {
      this.faults.push(`${name}_FILE can't be read: ${path}`);
    }
    return null;
  }

  /** Secrets of orchestrators often end with a line break. */
  private parsed<T, D>(name: string, raw: string | undefined, parser: Parser<T>, fallback: D): T | D {
    if (raw === undefined || raw === '') return fallback;
    const result = parser(raw.trim());
    if ('fault' in result) {
      this.faults.push(`${name} ${result.fault}`);
      return fallback;
    }
    return result.value;
  }
}

/** Reads all settings.
 *  @throws ConfigInvalid with all faults */
export function readConfig(environment: Environment): Config {
  const settings = new SettingsReader(environment);
  const config = settingsOf(settings, environment);
  if (config.scoreDecent >= config.scoreGood)
    settings.faults.push('SCORE_DECENT must be lower than SCORE_GOOD');
  if (settings.faults.length > 0) throw new ConfigInvalid(settings.faults);
  return Object.freeze({ ...config, misspelled: settings.misspelled() });
}

/** Each setting with its parser and default. */
function settingsOf(settings: SettingsReader, environment: Environment) {
  const databasePassword = settings.readSecret('DATABASE_PASSWORD', parse.text, null);
  const complete = (url: string | null) =>
    url === null || databasePassword === null ? url : withPassword(url, databasePassword);
  const databaseUrl = complete(settings.readSecret('DATABASE_URL', parse.postgresUrl, null));
  settings.requireBeside('DATABASE_URL', ['READ_DATABASE_URL', 'MIGRATION_DATABASE_URL']);
  const rateLimit = settings.read('RATE_LIMIT', parse.integer(0, 1_000_000), 120);
  const createLimit = settings.read('CREATE_LIMIT', parse.integer(0, 1_000_000), 30);
  return {
    host: settings.read('HOST', parse.text, '0.0.0.0'),
    port: settings.read('PORT', parse.integer(0, 65_535), 3000),
    /** `null`: the embedded PostgreSQL in {@link dataDir}. */
    databaseUrl,
    /** For migrations, notifications and locks; differs from {@link databaseUrl} if that is a pooler. */
    migrationDatabaseUrl: complete(
      settings.readSecret('MIGRATION_DATABASE_URL', parse.postgresUrl, databaseUrl),
    ),
    /** Streaming replica for lists; `null`: none. */
    readDatabaseUrl: complete(settings.readSecret('READ_DATABASE_URL', parse.postgresUrl, null)),
    /** Whether statements are prepared once per connection; not all poolers support that. */
    preparedStatements: settings.read('PREPARED_STATEMENTS', parse.boolean, true),
    databasePoolSize: settings.read('DATABASE_POOL_SIZE', parse.integer(2, 1000), 10),
    /** Absolute path. */
    dataDir: resolve(settings.read('DATA_DIR', parse.text, './data')),
    /** Where screenshots are stored; `null`: files in {@link dataDir}. */
    blobsS3: readS3(settings),
    apiKey: settings.readSecret('API_KEY', parse.bearerToken, null),
    /** Base URL of absolute links, without a trailing slash; `null`: taken from each request. */
    publicUrl: settings.read('PUBLIC_URL', parse.rootUrl, null),
    /** Whether the process serves requests, audits pages, renders pages, or all of that. */
    role: settings.read('ROLE', parse.oneOf(ROLES), 'all'),
    /** 0: no metrics. */
    metricsPort: settings.read('METRICS_PORT', parse.integer(0, 65_535), 9464),
    metricsHost: settings.read('METRICS_HOST', parse.text, '127.0.0.1'),
    /** Concurrent audits per account, across all workers. */
    accountConcurrency: settings.read('ACCOUNT_CONCURRENCY', parse.integer(1, 1000), 5),
    /** Concurrent audits per host, across all workers. */
    hostConcurrency: settings.read('HOST_CONCURRENCY', parse.integer(1, 1000), 6),
    /** Maximum number of queued and running reports, in total. */
    queueLimit: settings.read('QUEUE_LIMIT', parse.integer(1, 10_000_000), 100_000),
    /** The same per account. */
    accountQueueLimit: settings.read('ACCOUNT_QUEUE_LIMIT', parse.integer(1, 10_000_000), 20_000),
    /** Maximum time that a request waits for its new report. */
    storeWaitSeconds: settings.read('STORE_WAIT_SECONDS', parse.integer(0, 300), 25),
    /** How long requests are still served after SIGTERM. */
    drainSeconds: settings.read('DRAIN_SECONDS', parse.integer(0, 300), 5),
    /** Days until reports are deleted; 0: never. */
    retentionDays: settings.read('RETENTION_DAYS', parse.integer(0, 100_000), 0),
    /** Newest reports of each URL that are never deleted. */
    retentionKeep: settings.read('RETENTION_KEEP', parse.integer(0, 1000), 1),
    auditConcurrency: settings.read('AUDIT_CONCURRENCY', parse.integer(1, 1000), 10),
    /** Webhooks that a process delivers to at the same time. */
    deliveryConcurrency: settings.read('DELIVERY_CONCURRENCY', parse.integer(1, 1000), 20),
    /** `auto`: an installed one; `off`; or the path of one. */
    browser: settings.read('BROWSER', parse.text, 'auto'),
    /** Whether browsers run in their own sandbox. */
    browserSandbox: settings.read('BROWSER_SANDBOX', parse.onOrOff, true),
    /** Pages that a process renders at the same time, each in a browser of its own. */
    browserConcurrency: settings.read('BROWSER_CONCURRENCY', parse.integer(1, 100), defaultBrowsers()),
    /** Whether rendered pages are judged by the categories of Lighthouse that need a browser. */
    lighthouse: settings.read('LIGHTHOUSE', parse.onOrOff, true),
    /** Folders with programs, as in PATH. */
    searchPath: environment.PATH ?? '',
    /** For requests that don't say whether to render the page. */
    defaultRender: settings.read('DEFAULT_RENDER', parse.oneOf(RENDERS), 'auto'),
    /** Exact `host:port` pairs exempt from the host, port and address rules. */
    allowedTargets: new Set(settings.read('ALLOWED_TARGETS', parse.listOf(parse.hostAndPort), [])),
    allowedPorts: new Set(settings.read('ALLOWED_PORTS', parse.listOf(parse.integer(1, 65_535)), [80, 443])),
    /** DNS servers for the hosts of pages, as `address` or `address:port`; empty: the system's. */
    dnsServers: settings.read('DNS_SERVERS', parse.listOf(parse.dnsServer), []),
    /** File with Chromium's HSTS preload list; `null`: preloading is not checked. */
    hstsPreloadFile: settings.read('HSTS_PRELOAD_FILE', parse.text, null),
    stripWww: settings.read('STRIP_WWW', parse.boolean, true),
    defaultPrivacy: settings.read('DEFAULT_PRIVACY', parse.integer(0, 2), 1),
    scoreGood: settings.read('SCORE_GOOD', parse.integer(1, 100), 80),
    scoreDecent: settings.read('SCORE_DECENT', parse.integer(1, 100), 50),
    /** Limits of checks that differ from the defaults. */
    checkLimits: settings.read('CHECK_LIMITS', parse.numbersOf(LIMIT_NAMES, 1_000_000), {}),
    /** Weights by importance that differ from the defaults. */
    checkWeights: settings.read('CHECK_WEIGHTS', parse.numbersOf(WEIGHT_NAMES, 1000), {}),
    /** Requests per minute and key; 0: unlimited. */
    rateLimit,
    /** New reports per minute and key, across all replicas; 0: unlimited. */
    createLimit,
    /** Both per account, whichever key is used, across all replicas. */
    accountRateLimit: settings.read('ACCOUNT_RATE_LIMIT', parse.integer(0, 10_000_000), 5 * rateLimit),
    accountCreateLimit: settings.read('ACCOUNT_CREATE_LIMIT', parse.integer(0, 10_000_000), 4 * createLimit),
    /** Maximum numbers of records of an account. */
    accountKeys: settings.read('ACCOUNT_KEYS', parse.integer(1, 100_000), 100),
    accountMonitors: settings.read('ACCOUNT_MONITORS', parse.integer(1, 1_000_000), 1000),
    /** Crawls that are not over. */
    accountCrawls: settings.read('ACCOUNT_CRAWLS', parse.integer(1, 10_000), 10),
    accountWebhooks: settings.read('ACCOUNT_WEBHOOKS', parse.integer(1, 10_000), 50),
    trustedProxies: settings.read('TRUSTED_PROXIES', parse.listOf(parse.addressRange), []),
    corsOrigins: settings.read('CORS_ORIGINS', parse.listOf(parse.origin), []),
    /** Whether people can sign in at /console. */
    console: settings.read('CONSOLE', parse.onOrOff, true),
    logLevel: settings.read('LOG_LEVEL', parse.oneOf(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
  };
}

function readS3(settings: SettingsReader): S3Settings | null {
  const region = settings.read('BLOBS_S3_REGION', parse.text, 'us-east-1');
  const endpoint = settings.read('BLOBS_S3_ENDPOINT', parse.baseUrl, null);
  const bucket = settings.read('BLOBS_S3_BUCKET', parse.bucketName, null);
  const accessKey = settings.readSecret('BLOBS_S3_ACCESS_KEY', parse.text, null);
  const secretKey = settings.readSecret('BLOBS_S3_SECRET_KEY', parse.text, null);
  settings.requireAllOrNone([
    'BLOBS_S3_ENDPOINT',
    'BLOBS_S3_BUCKET',
    'BLOBS_S3_ACCESS_KEY',
    'BLOBS_S3_SECRET_KEY',
  ]);
  return endpoint && bucket && accessKey && secretKey
    ? { endpoint, bucket, region, accessKey, secretKey }
    : null;
}

/** Half of the cores, but no more than 4: the process that drives a browser takes up to 100 MB. */
function defaultBrowsers(): number {
  return Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)));
}
