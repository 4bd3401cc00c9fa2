/** A request that arrives while a process is busy is seen once it has seen its connection, and begun a round of its loop. */
const ROUNDS = 3;

/** Notes every round of this process's event loop, to tell how long before it was seen something may have arrived. */
export class LoopTicks {
  private readonly times: number[] = [performance.now()];
  private readonly timer = setInterval(() => this.times.push(performance.now()), 1);

  /** The earliest time at which what was seen at a time can have arrived, in ms of `performance.now()`. */
  earliestArrival(seenAtMs: number): number {
    const before = this.times.findLastIndex((time) => time <= seenAtMs);
    return this.times[Math.max(0, before - ROUNDS + 1)] ?? 0;
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
