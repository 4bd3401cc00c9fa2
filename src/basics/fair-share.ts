/** Returns the slot; further calls do nothing. */
export type Release = () => void;

interface Waiter {
  readonly account: number;
  readonly grant: () => void;
}

/** Shares a number of slots of this process fairly among accounts. An account gets another slot only if at least as many
 *  stay free as it holds. So no account that holds a slot takes the last one, and a single account gets at most half of
 *  them. The next slot goes to the waiting account that holds the fewest, among those the one that was served longest ago;
 *  within an account, first come, first served. */
export class FairShare {
  private readonly held = new Map<number, number>();
  /** When accounts that hold a slot or wait for one got their last: the number of that turn. */
  private readonly turns = new Map<number, number>();
  private turn = 0;
  private waiting: Waiter[] = [];
  private free: number;

  constructor(slots: number) {
    this.free = slots;
  }

  /** Waits for the account's turn and takes a slot.
   *  @throws the signal's reason if it is aborted first */
  async take(account: number, signal?: AbortSignal): Promise<Release> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.waiting = this.waiting.filter((other) => other !== waiter);
        this.forgetTurn(account);
        reject(signal?.reason as Error);
      };
      const grant = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const waiter = { account, grant };
      signal?.addEventListener('abort', leave, { once: true });
      this.waiting.push(waiter);
      // As if it had been served last: accounts that wait already are not overtaken by those that come again and again.
      if (!this.turns.has(account)) this.turns.set(account, this.turn);
      this.grantNext();
    });
    return this.releaseOf(account);
  }

  /** Takes a slot if it is the account's turn.
   *  @returns null if it is not */
  tryTake(account: number): Release | null {
    if (this.waiting.length > 0 || !this.isAllowed(account)) return null;
    this.hold(account);
    return this.releaseOf(account);
  }

  private releaseOf(account: number): Release {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.giveBack(account);
    };
  }

  private isAllowed(account: number): boolean {
    return this.free - 1 >= this.heldBy(account);
  }

  private hold(account: number): void {
    this.free -= 1;
    this.held.set(account, this.heldBy(account) + 1);
    this.turns.set(account, ++this.turn);
  }

  private grantNext(): void {
    for (let next = this.next(); next; next = this.next()) {
      const { account, grant } = next;
      this.waiting = this.waiting.filter((other) => other !== next);
      this.hold(account);
      grant();
    }
  }

  private next(): Waiter | undefined {
    const allowed = this.waiting.filter(({ account }) => this.isAllowed(account));
    const fewest = Math.min(...allowed.map(({ account }) => this.heldBy(account)));
    const equal = allowed.filter(({ account }) => this.heldBy(account) === fewest);
    const turnOf = ({ account }: Waiter) => this.turns.get(account) ?? 0;
    const earliest = Math.min(...equal.map(turnOf));
    return equal.find((waiter) => turnOf(waiter) === earliest);
  }

  private giveBack(account: number): void {
    this.free += 1;
    const left = this.heldBy(account) - 1;
    if (left > 0) this.held.set(account, left);
    else this.held.delete(account);
    this.grantNext();
    this.forgetTurn(account);
  }

  private forgetTurn(account: number): void {
    const isThere = this.held.has(account) || this.waiting.some((waiter) => waiter.account === account);
    if (!isThere) this.turns.delete(account);
  }

  private heldBy(account: number): number {
    return this.held.get(account) ?? 0;
  }
}
