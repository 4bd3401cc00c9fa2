import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable, translated } from './database-errors.js';

const RETRY_MS = 500;

/** Repeats work in the database until that is back, so that nothing which was done is lost.
 *  @throws DatabaseUnavailable once the signal is aborted */
export async function retried<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (cause) {
      const error = translated(cause);
      if (!(error instanceof DatabaseUnavailable) || signal.aborted) throw error;
      await sleep(RETRY_MS);
    }
  }
}
