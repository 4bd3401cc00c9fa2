import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { type TurnKind } from './client-messages.js';

/** Has browsers do one thing a few at a time. */
export class Turns {
  private readonly limit;

  /** @param atOnce how many have their turn at once */
  constructor(atOnce: number) {
    this.limit = pLimit(atOnce);
  }

  /** @param begin is called when it is the turn
   *  @returns a function that ends the turn, or the waiting for it */
  ask(begin: () => void): () => void {
    let end: () => void = () => undefined;
    let isOver = false;
    const over = new Promise<void>((resolve) => (end = resolve));
    void this.limit(async () => {
      if (isOver) return;
      begin();
      await over;
    });
    return () => {
      isOver = true;
      end();
    };
  }
}

/** Those of all browsers together. axe-core makes a page of ordinary size take 80 MB instead of 30, and keeps a core busy.
 *  While the picture of a whole page is encoded, its browser takes some 150 MB more. */
export function browserTurns(): Readonly<Record<TurnKind, Turns>> {
  return { judging: new Turns(availableParallelism()), picture: new Turns(1) };
}
