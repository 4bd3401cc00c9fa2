import {
  askedAgain,
  beginsAnew,
  begun,
  FAILING_PAUSE_MS,
  MAX_REPLAYED,
  nextStep,
  PAUSE_MS,
  type Replay,
  type ReplayRange,
  SLICE,
  withSlice,
} from './replay.js';

const SECOND = 1000;
const START = Date.parse('2026-11-23T00:00:00.000Z');
const at = (ms: number) => new Date(START + ms);

/** A webhook with so many deliveries, whose endpoint fails at some times. */
class Simulation {
  replay: Replay | null = null;
  /** When slices were sent, in ms. */
  readonly slices: number[] = [];
  private runsAt = 0;

  constructor(
    private readonly deliveries: number,
    private readonly isFailing: (ms: number) => boolean,
  ) {}

  request(ms: number, since = at(-1)): void {
    const isFailing = this.isFailing(ms);
    const range = {
      since: since.toISOString(),
      until: at(0).toISOString(),
      deliveries: this.deliveries,
      after: 0,
    };
    this.replay =
      this.replay && !beginsAnew(this.replay, { since, isFailing })
        ? askedAgain(this.replay, isFailing)
        : begun(this.replay, range, isFailing);
    this.runsAt = ms;
  }

  run(ms: number): void {
    if (!this.replay || ms < this.runsAt) return;
    const step = nextStep(this.replay, { isFailing: this.isFailing(ms), now: at(ms) });
    if (step instanceof Date) {
      this.runsAt = step.getTime() - START;
      return;
    }
    const left = step === 'send' ? this.deliveries - this.replay.after : 0;
    const ids = Array.from({ length: Math.min(SLICE, left) }, (_, n) => (this.replay?.after ?? 0) + n + 1);
    this.replay = ids.length > 0 ? withSlice(this.replay, ids, at(ms)) : null;
    if (ids.length > 0) this.slices.push(ms);
    this.runsAt = ms + PAUSE_MS;
  }
}

const rangeFrom = (since: Date): ReplayRange => ({
  since: since.toISOString(),
  until: at(0).toISOString(),
  deliveries: MAX_REPLAYED,
  after: 0,
});
const begunAt = (since: Date): Replay => begun(null, rangeFrom(since), false);

/** Requests a replay every so often for ten minutes.
 *  @param sinceOf the time that a request names */
function tenMinutes(simulation: Simulation, everyMs: number, sinceOf = (_ms: number) => at(-1)): void {
  for (let ms = 0; ms < 600 * SECOND; ms += SECOND / 2) {
    if (ms % everyMs === 0) simulation.request(ms, sinceOf(ms));
    simulation.run(ms);
  }
}

const gaps = (times: readonly number[]) => times.slice(1).map((time, index) => time - (times[index] ?? 0));

describe('a replay', () => {
  it.each([1, 30, 49, 50, 51, 500])('of %d deliveries sends one slice per pause', (deliveries) => {
    const simulation = new Simulation(deliveries, () => false);
    tenMinutes(simulation, SECOND);
    expect(simulation.slices[0]).toBe(0);
    expect(Math.min(...gaps(simulation.slices))).toBeGreaterThanOrEqual(PAUSE_MS);
  });

  it('that is requested again right after its end joins the one before', () => {
    const simulation = new Simulation(30, () => false);
    simulation.request(0);
    simulation.run(0);
    const { replay } = simulation;
    simulation.request(1);
    expect(simulation.replay).toBe(replay);
    simulation.run(PAUSE_MS);
    expect(simulation.replay).toBeNull();
    expect(simulation.slices).toEqual([0]);
  });

  it.each([1, 30, 50, 500])(
    'of %d deliveries sends one slice per minute to an endpoint that keeps failing',
    (deliveries) => {
      for (const sinceOf of [() => at(-1), (ms: number) => at(-1 - ms), (ms: number) => at(ms)]) {
        const simulation = new Simulation(deliveries, () => true);
        tenMinutes(simulation, SECOND, sinceOf);
        expect(simulation.slices[0]).toBe(0);
        expect(Math.min(...gaps(simulation.slices))).toBeGreaterThanOrEqual(FAILING_PAUSE_MS);
        expect(simulation.slices.length).toBeGreaterThanOrEqual(9);
      }
    },
  );

  it('waits while the endpoint fails, and then goes on', () => {
    const simulation = new Simulation(500, (ms) => ms < 300 * SECOND);
    simulation.request(0);
    for (let ms = 0; ms < 300 * SECOND; ms += SECOND) simulation.run(ms);
    expect(simulation.slices).toEqual([0]);
    for (let ms = 300 * SECOND; ms < 600 * SECOND; ms += SECOND) simulation.run(ms);
    expect(simulation.slices).toHaveLength(10);
    expect(simulation.replay).toBeNull();
  });

  it('is sent at once to an endpoint that was repaired, however long it has failed', () => {
    const simulation = new Simulation(30, () => true);
    simulation.request(0);
    for (let ms = 0; ms <= 200 * SECOND; ms += SECOND) simulation.run(ms);
    expect(simulation.replay).toBeNull();
    simulation.request(200 * SECOND);
    simulation.run(200 * SECOND);
    expect(simulation.slices).toEqual([0, 200 * SECOND]);
  });

  it('is sent again after the pause to an endpoint that was repaired meanwhile', () => {
    const simulation = new Simulation(30, (ms) => ms <= 20 * SECOND);
    simulation.request(0);
    for (let ms = 0; ms < 20 * SECOND; ms += SECOND) simulation.run(ms);
    simulation.request(20 * SECOND);
    for (let ms = 20 * SECOND; ms < 120 * SECOND; ms += SECOND) simulation.run(ms);
    expect(simulation.slices).toEqual([0, FAILING_PAUSE_MS]);
    expect(simulation.replay).toBeNull();
  });

  it('keeps its id and its pause when it goes back to an earlier time', () => {
    const simulation = new Simulation(30, () => false);
    simulation.request(0);
    simulation.run(0);
    const id = simulation.replay?.id;
    simulation.request(SECOND, at(-5));
    expect(simulation.replay).toMatchObject({ id, since: at(-5).toISOString(), sent: 0, after: 0 });
    for (let ms = SECOND; ms < 20 * SECOND; ms += SECOND) simulation.run(ms);
    expect(simulation.slices).toEqual([0, PAUSE_MS]);
  });

  it('sends all of the new range when it goes back to an earlier time', () => {
    const running = { ...begunAt(at(-1)), sent: MAX_REPLAYED - SLICE, after: MAX_REPLAYED - SLICE };
    const back = begun(running, rangeFrom(at(-5)), false);
    const ids = Array.from({ length: SLICE }, (_, n) => n + 1);
    expect(withSlice(back, ids, at(SECOND))).toMatchObject({ sent: SLICE, after: SLICE, isOver: false });
  });
});
