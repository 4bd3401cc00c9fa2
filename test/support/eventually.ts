import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again until there is an answer.
 *  @param ask returns null, undefined or false for none
 *  @throws Error after 90 s */
export async function eventually<T>(ask: () => Promise<T | null | undefined | false>): Promise<T> {
  const endsAt = Date.now() + 90_000;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (Date.now() > endsAt) throw new Error(`Still no answer: ${ask.toString()}`);
    await sleep(25);
  }
}
