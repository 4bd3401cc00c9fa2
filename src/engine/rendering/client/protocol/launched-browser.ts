import { tmpdir } from 'node:os';
import { settlesWithin } from '../../../../basics/settles-within.js';
import { BrowserProcess } from '../../browser-process.js';
import { type StartOptions } from '../../client-messages.js';
import { DebuggingPipe } from '../../debugging-pipe.js';
import { LauncherConnection } from '../../launcher/launcher-connection.js';
import { socketOf } from '../../launcher/launcher-socket.js';
import { type MeasuredMemory } from '../../memory-watch.js';
import { type MessageLimits } from '../../message-reader.js';
import { BrowserConnection } from './browser-connection.js';
import { SHARED_WORKER } from './browser-page.js';

const START_MS = 20_000;
/** A document of 10 MiB is read in parts of 3 MB each and takes at most 63 MB; the largest picture that was seen took
 *  8 MB (noise, 1350 × 8000); a trace takes at most 11 MB. */
const LIMITS: MessageLimits = { messageBytes: 16e6, runBytes: 123e6 };

/** A browser that was started here or by a launcher. */
export interface LaunchedBrowser {
  readonly connection: BrowserConnection;
  /** Like `156.0.8078.79`. */
  readonly version: string;
  readonly pipe: DebuggingPipe;
  /** URL of the proxy, as the browser reaches it. */
  readonly proxy: string;
  /** null: a launcher's. */
  readonly pid: number | null;
  /** `Pagegrade/1.0.0`, for the User-Agent header. */
  readonly product: string;
}

type LaunchResult = Omit<LaunchedBrowser, 'product'>;

/** @param onMemory is told what the processes of a launcher's browser take
 *  @throws Error with what the browser printed */
export async function launch(
  options: StartOptions,
  onMemory: (memory: MeasuredMemory) => void,
): Promise<LaunchedBrowser> {
  const socket = socketOf(options.program.path);
  const launched = await (socket === null
    ? launchHere(options)
    : launchThere(socket, options.proxy, onMemory));
  return { ...launched, product: options.product };
}

async function launchHere({
  program,
  proxy,
  hasSandbox,
  profile,
  product,
}: StartOptions): Promise<LaunchResult> {
  const options = { profile: profile ?? tmpdir(), proxy, hasSandbox, product };
  const process = new BrowserProcess(program, options);
  const pipe = new DebuggingPipe(process.input, process.output, LIMITS);
  const failed = process.ended.then((detail) => Promise.reject(new Error(detail)));
  const connected = await Promise.race([connectedTo(pipe), failed]);
  failed.catch(() => undefined);
  return { ...connected, pipe, proxy, pid: process.pid };
}

async function launchThere(
  socket: string,
  proxySocket: string,
  onMemory: (memory: MeasuredMemory) => void,
): Promise<LaunchResult> {
  const connection = await LauncherConnection.open(socket, { limits: LIMITS });
  connection.onmemory = onMemory;
  try {
    const proxy = await connection.start(proxySocket);
    const { pipe } = connection;
    return { ...(await connectedTo(pipe)), pipe, proxy, pid: null };
  } catch (error) {
    throw connection.failure ?? error;
  }
}

async function connectedTo(pipe: DebuggingPipe): Promise<Pick<LaunchedBrowser, 'connection' | 'version'>> {
  const connection = new BrowserConnection(pipe);
  const { browser } = connection;
  const answering = browser.send('Browser.getVersion');
  if (!(await settlesWithin(START_MS, answering))) throw new Error('it does not answer');
  const { product } = await answering;
  await browser.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }, { type: SHARED_WORKER }],
  });
  return { connection, version: product.slice(product.indexOf('/') + 1) };
}
