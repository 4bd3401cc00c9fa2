import { Logger } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createApp } from '../app.setup.js';
import { AuthService } from '../auth/auth.service.js';
import { type Config } from '../platform/config/config.js';
import { visible } from '../basics/control-characters.js';
import { withDatabase } from '../platform/database/connected-config.js';
import { Database } from '../platform/database/database.js';
import { retried } from '../platform/database/retried.js';
import { errorCodeOf } from '../basics/error-code.js';
import { Readiness } from '../platform/health/readiness.js';
import { API_TITLE } from '../platform/http/openapi/docs.js';
import { CONFIGURED_BROWSER, type ConfiguredBrowser } from '../browsers/configured-browser.js';
import { BlobStore } from '../platform/blobs/blob-store.js';
import { MetricsServer } from '../platform/metrics/metrics-server.js';
import { Supervision } from '../platform/queue/supervision.js';
import { SessionsService } from '../console/sessions/sessions.service.js';
import { stoppedOnSignal } from './exit-on-signal.js';
import { shutDownOnSignal } from './shutdown.js';
import { messageOf } from '../basics/message-of.js';
import { writeFaultOf } from '../basics/write-fault.js';

/** How long the process that has the port may take to say what it is: a busy one makes its document first. */
const RUNNING_MS = 10_000;

/** Runs Pagegrade until SIGTERM or SIGINT. If it can't start, prints the reason and exits with status 1. */
export async function startServer(settings: Config): Promise<void> {
  let stopDatabase = () => Promise.resolve();
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  try {
    const { config, stop } = await stoppedOnSignal(withDatabase(settings));
    stopDatabase = stop;
    const app = await createApp(config);
    const browser = app.get<ConfiguredBrowser>(CONFIGURED_BROWSER, { strict: false });
    if (browser.isRequired) throw new Error(`${String(browser.reason)}.`);
    if (config.metricsPort > 0) {
      await app.get(MetricsServer).listen({
        live: () => app.get(Supervision).fault(),
        ready: () => app.get(Readiness).fault(),
      });
    }
    const isServing = config.role === 'all' || config.role === 'api';
    if (isServing) await app.listen(config.port, config.host);
    shutDownOnSignal(app, {
      stopDatabase: stop,
      drainSeconds: isServing ? config.drainSeconds : 0,
    });
    await app.get(Database).connect();
    if (isServing) await announce(app, settings, browser);
    else process.stdout.write(`\nThe Pagegrade ${config.role} is ready.\n${browserLine(browser)}\n`);
    if (browser.program !== null || isServing) await warnOfPictures(app.get(BlobStore, { strict: false }));
  } catch (error) {
    process.stderr.write(`Pagegrade can't start: ${visible(await reasonOf(error, settings))}\n`);
    await stopDatabase();
    process.exit(1);
  }
}

/** Nobody misses pictures before they are looked for. */
async function warnOfPictures(store: BlobStore): Promise<void> {
  const fault = await store.fault();
  if (fault === null) return;
  const sentence = `Pictures and PDFs of reports can't be stored, so there are none (${fault}). Let this user write to the folder DATA_DIR/blobs, or correct the settings BLOBS_S3_….`;
  new Logger('Server').error(visible(sentence));
}

/** Prints the URL, and the first key if it was just created. */
async function announce(
  app: NestExpressApplication,
  settings: Config,
  browser: ConfiguredBrowser,
): Promise<void> {
  const newKey = await untilAnswered(() => app.get(AuthService).bootstrap());
  const isEmbedded = settings.databaseUrl === null && settings.apiKey === null;
  const keyFile = isEmbedded ? join(settings.dataDir, 'api-key') : null;
  const unsaved = newKey === null || keyFile === null ? null : await faultOfSaving(newKey, keyFile);
  const url = urlOf(app, settings);
  const consolePath = settings.console ? await consolePathOf(app, isEmbedded ? newKey : null) : null;
  process.stdout.write(`${welcome({ url, consolePath, newKey, keyFile, unsaved })}${browserLine(browser)}\n`);
}

/** As {@link Database.connect}: a database that is busy or away is waited for. */
function untilAnswered<T>(work: () => Promise<T>): Promise<T> {
  return retried(work, new AbortController().signal);
}

/** The key exists already: whatever is wrong with the file, it is printed.
 *  @returns a clause; null: it is saved */
async function faultOfSaving(key: string, file: string): Promise<string | null> {
  try {
    await writeFile(file, `${key}\n`, { mode: 0o600 });
    return null;
  } catch (error) {
    return writeFaultOf(error);
  }
}

/** Where people sign in.
 *  @param newKey of the person who starts the service for the first time, whom the address signs in once */
async function consolePathOf(app: NestExpressApplication, newKey: string | null): Promise<string> {
  if (newKey === null) return '/console';
  const sessions = app.get(SessionsService, { strict: false });
  const token = await untilAnswered(() => sessions.inviteOwnerOf(newKey));
  return `/console/sign-in?token=${token}`;
}

async function reasonOf(error: unknown, config: Config): Promise<string> {
  const message = messageOf(error);
  if (!(error instanceof Error && 'syscall' in error)) return message;
  const code = errorCodeOf(error);
  if (code === 'EADDRNOTAVAIL' || error.syscall === 'getaddrinfo') {
    const isMetrics =
      'port' in error ? error.port === config.metricsPort : isHostOf(error, config.metricsHost);
    const [setting, host] = isMetrics ? ['METRICS_HOST', config.metricsHost] : ['HOST', config.host];
    return `this machine has no address ${host}. Set ${setting} to one of its addresses, or to 0.0.0.0 for all.`;
  }
  if (error.syscall !== 'listen') return message;
  const failed = 'port' in error ? Number(error.port) : config.port;
  const setting = failed === config.metricsPort ? 'METRICS_PORT' : 'PORT';
  if (code === 'EADDRINUSE') {
    const running = `http://${hostIn(config)}:${String(config.port)}`;
    if (await isPagegrade(running))
      return `it is already running at ${running}. For another one beside it, set PORT and METRICS_PORT.`;
    return `port ${String(failed)} is already in use. Set ${setting} to another one.`;
  }
  if (code === 'EACCES')
    return `this user may not listen on port ${String(failed)}. Set ${setting} to a port above 1023.`;
  return message;
}

function isHostOf(error: object, host: string): boolean {
  return 'hostname' in error && error.hostname === host;
}

async function isPagegrade(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/openapi.json`, { signal: AbortSignal.timeout(RUNNING_MS) });
    const document = (await response.json()) as { info?: { title?: unknown } } | null;
    return document?.info?.title === API_TITLE;
  } catch {
    return false;
  }
}

/** URL to print. Not every browser can open the wildcard address. */
function urlOf(app: NestExpressApplication, config: Config): string {
  if (config.publicUrl !== null) return config.publicUrl;
  const { port } = app.getHttpServer().address() as { port: number };
  return `http://${hostIn(config)}:${String(port)}`;
}

function hostIn({ host }: Config): string {
  if (['0.0.0.0', '::'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

interface Welcome {
  readonly url: string;
  /** null: the console is off. */
  readonly consolePath: string | null;
  readonly newKey: string | null;
  readonly keyFile: string | null;
  /** Why the new key is not in the file; null: it is, or none is kept. */
  readonly unsaved: string | null;
}

function welcome({ url, consolePath, newKey, keyFile, unsaved }: Welcome): string {
  const key = newKey ?? (keyFile !== null && existsSync(keyFile) ? `in ${keyFile}` : null);
  const where =
    unsaved === null ? `Saved in ${String(keyFile)}.` : `Not saved in ${String(keyFile)}: ${unsaved}.`;
  const lines = [
    `Pagegrade is ready.`,
    `  Address  ${url}`,
    ...(consolePath === null ? [] : [`  Console  ${url}${consolePath}`]),
    ...(consolePath?.includes('token=') ? [`           Signs you in once, within 10 minutes.`] : []),
    `  Docs     ${url}/docs`,
    ...(key === null ? [] : [`  API key  ${key}`]),
    ...(newKey === null ? [] : [`           Shown only once.${keyFile === null ? '' : ` ${where}`}`]),
  ];
  return `\n${lines.join('\n')}\n`;
}

/** What renders pages; nothing in a process that never does. */
function browserLine({ program, reason }: ConfiguredBrowser): string {
  const text = program ? `${program.engine} ${program.version}, ${program.path}` : reason;
  return text === null ? '' : `  Browser  ${visible(text)}\n`;
}
