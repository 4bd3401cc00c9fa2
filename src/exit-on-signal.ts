const STATUSES = { SIGINT: 130, SIGTERM: 143 };

/** Ends the process on SIGINT and SIGTERM with the status that a shell reports for them. Node.js leaves this to the system,
 *  which ignores both signals for process 1 of a container. */
export function exitOnSignal(): void {
  for (const [signal, status] of Object.entries(STATUSES)) process.once(signal, () => process.exit(status));
}
