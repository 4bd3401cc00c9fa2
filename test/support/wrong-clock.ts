/** Runs `work` with a clock that is wrong, as PostgreSQL's is not. */
export async function withClockBehind(ms: number, work: () => Promise<unknown>): Promise<void> {
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(value: number | string = RealDate.now() - ms) {
      super(value);
    }
    static override now = () => RealDate.now() - ms;
  } as DateConstructor;
  await work().finally(() => (globalThis.Date = RealDate));
}
