const STATUSES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
/** npm passes on a signal that the terminal has sent to its children, too. */
const REPEATED_MS = 500;

let isEnding = false;
let stopLast: () => Promise<void> = () => Promise.resolve();

/** Ends the process on SIGINT, SIGTERM and SIGHUP (its terminal was closed) with the status that a shell reports for them,
 *  unless there is another listener. Node.js leaves this to the system, which ignores them for process 1 of a container. */
export function exitOnSignal(): void {
  for (const [signal, status] of Object.entries(STATUSES)) {
    if (process.listenerCount(signal) > 0) continue;
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) void exit(status);
    });
  }
}

/** Has {@link exitOnSignal} stop what is being started, as soon as it has started; what would go on with it doesn't then.
 *  A second signal waits for nothing. */
export async function stoppedOnSignal<Started extends { readonly stop: () => Promise<void> }>(
  starting: Promise<Started>,
): Promise<Started> {
  stopLast = async () => (await starting).stop();
  const started = await starting;
  return isEnding ? new Promise(() => undefined) : started;
}

/** Why a command was aborted: a signal. */
export class Interrupted extends Error {
  /** @param status that a shell reports for it */
  constructor(readonly status: number) {
    super('Interrupted');
  }
}

/** Aborted by a signal, with {@link Interrupted} as reason, after which a command ends by itself. A second one, half a second
 *  later, ends it at once. */
export function abortedOnSignal(): AbortSignal {
  const interrupted = new AbortController();
  let interruptedAt = Infinity;
  for (const [signal, status] of Object.entries(STATUSES))
    process.on(signal, () => {
      if (performance.now() - interruptedAt > REPEATED_MS) process.exit(status);
      if (!interrupted.signal.aborted) interruptedAt = performance.now();
      interrupted.abort(new Interrupted(status));
    });
  return interrupted.signal;
}

async function exit(status: number): Promise<void> {
  if (!isEnding) {
    isEnding = true;
    await stopLast().catch(() => undefined);
  }
  process.exit(status);
}
