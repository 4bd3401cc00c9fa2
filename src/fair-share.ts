/** Gives back what was taken; further calls do nothing. */
export type Release = () => void;

interface Waiting {
  readonly account: number;
  readonly grant: () => void;
}

/** A number of places of one process, shared among accounts. An account takes another place only if at least as many
 *  stay free as it holds: it never holds the last one, and one account alone gets half of them. Of those who wait, the
 *  account that holds the fewest places is next, and within an account who came first. */
export class FairShare {
  private readonly held = new Map<number, number>();
  private waiting: Waiting[] = [];
  private free: number;

  constructor(places: number) {
    this.free = places;
  }

  /** Takes a place as soon as it is the account's turn.
   *  @throws the signal's reason once it is aborted, unless the place was taken before */
  async take(account: number, signal?: AbortSignal): Promise<Release> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.waiting = this.waiting.filter((other) => other !== waiting);
        reject(signal?.reason as Error);
      };
      const grant = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const waiting = { account, grant };
      signal?.addEventListener('abort', leave, { once: true });
      this.waiting.push(waiting);
      this.grantNext();
    });
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.giveBack(account);
    };
  }

  private grantNext(): void {
    for (let next = this.next(); next; next = this.next()) {
      const { account, grant } = next;
      this.waiting = this.waiting.filter((other) => other !== next);
      this.free -= 1;
      this.held.set(account, this.heldBy(account) + 1);
      grant();
    }
  }

  private next(): Waiting | undefined {
    const allowed = this.waiting.filter(({ account }) => this.free - 1 >= this.heldBy(account));
    const fewest = Math.min(...allowed.map(({ account }) => this.heldBy(account)));
    return allowed.find(({ account }) => this.heldBy(account) === fewest);
  }

  private giveBack(account: number): void {
    this.free += 1;
    const left = this.heldBy(account) - 1;
    if (left > 0) this.held.set(account, left);
    else this.held.delete(account);
    this.grantNext();
  }

  private heldBy(account: number): number {
    return this.held.get(account) ?? 0;
  }
}
