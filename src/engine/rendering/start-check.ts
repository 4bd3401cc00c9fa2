import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { BrowserProcess } from './browser-process.js';
import { type BrowserProgram } from './browser-program.js';
import { encoded } from './message-reader.js';
import { kill, withDescendants } from './process-tree.js';
import { newProfile, removeProfile } from './profiles.js';
import { messageOf } from '../../basics/message-of.js';

/** A browser that takes longer is left to the pages that need it. */
const CHECK_MS = 15_000;
/** It loads no page. */
const NO_PROXY = 'http://127.0.0.1:9';

/** Starts a browser once, until it answers: whether its sandbox works is not known before.
 *  @returns why it can't be started here, as a sentence; null: it can */
export async function startFault(
  program: BrowserProgram,
  options: { readonly hasSandbox: boolean; readonly product: string },
): Promise<string | null> {
  let profile: string | null = null;
  try {
    profile = await newProfile();
    const browser = new BrowserProcess(program, { ...options, profile, proxy: NO_PROXY });
    const { input, output, ended, pid } = browser;
    for (const stream of [input, output]) stream.on('error', () => undefined);
    input.write(encoded({ id: 1, method: 'Browser.getVersion' }));
    const stopped = new AbortController();
    const answered = Promise.race([
      once(output, 'data', { signal: stopped.signal }),
      sleep(CHECK_MS, null, { signal: stopped.signal }),
    ]).then(() => null);
    const fault = await Promise.race([answered, ended.then((printed) => startFaultOf(program, printed))]);
    answered.catch(() => undefined);
    stopped.abort();
    if (pid !== null) kill(withDescendants([pid]));
    return fault;
  } catch (error) {
    return startFaultOf(program, messageOf(error));
  } finally {
    if (profile !== null) await removeProfile(profile);
  }
}

/** The sentence for a browser that ended before it answered.
 *  @param printed what it printed, or why it could not be started */
export function startFaultOf({ path }: BrowserProgram, printed: string): string {
  if (/--no-sandbox|no usable sandbox|sandbox_host|namespace/i.test(printed))
    return 'The browser’s sandbox can’t be used here: run as a user other than root where user namespaces are allowed, or set BROWSER_SANDBOX=off.';
  const reason = printed.split('\n', 1)[0]?.replace(/^[a-zA-Z.]+: /, '') ?? '';
  return `The browser ${path} can’t be started: ${reason}`;
}
