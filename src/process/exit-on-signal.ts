const STATUSES = { SIGINT: 130, SIGTERM: 143 };

/** Ends the process on SIGINT and SIGTERM with the status that a shell reports for them, unless there is another listener.
 *  Node.js leaves this to the system, which ignores both signals for process 1 of a container. */
export function exitOnSignal(): void {
  for (const [signal, status] of Object.entries(STATUSES)) {
    if (process.listenerCount(signal) > 0) continue;
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(status);
    });
  }
}
