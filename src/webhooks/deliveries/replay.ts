import { randomUUID } from 'node:crypto';

/** A replay of a webhook's deliveries, as it is stored with the webhook while it runs. Times are RFC 3339 in UTC. */
export interface Replay {
  readonly id: string;
  readonly since: string;
  /** Later deliveries are not replayed. */
  readonly until: string;
  /** How many deliveries it sends again. */
  readonly deliveries: number;
  /** How many it has sent again. */
  readonly sent: number;
  /** The next one has a greater id. */
  readonly after: number;
  /** When it last sent some again; absent: not yet. */
  readonly lastSliceAt?: string;
  /** It has sent all of them, and ends after the pause. */
  readonly isOver?: boolean;
  /** It was requested again while the endpoint failed: one more slice is sent, even if the endpoint still fails. */
  readonly isAskedAgain?: boolean;
}

/** What it sends again. */
export type ReplayRange = Pick<Replay, 'since' | 'until' | 'deliveries' | 'after'>;

/** Deliveries that one replay sends again at most. */
export const MAX_REPLAYED = 10_000;
/** They are sent again so many at a time, after such a pause: ten per second. */
export const SLICE = 50;
export const PAUSE_MS = 5000;
/** After a slice while the endpoint fails. The next slice is sent once it succeeds or the replay is requested again. */
export const FAILING_PAUSE_MS = 60_000;

/** What a replay does next: it sends some deliveries again, ends, or waits until a time. */
export function nextStep(
  replay: Replay,
  { isFailing, now }: { readonly isFailing: boolean; readonly now: Date },
): 'send' | 'end' | Date {
  const pausedUntil = pauseEnd(replay, isFailing);
  if (pausedUntil > now) return pausedUntil;
  if (replay.isOver) return 'end';
  const isHeld = isFailing && replay.lastSliceAt !== undefined && !replay.isAskedAgain;
  return isHeld ? new Date(now.getTime() + FAILING_PAUSE_MS) : 'send';
}

/** When the pause after the last slice ends; in the past if there was none. */
export function pauseEnd({ lastSliceAt }: Replay, isFailing: boolean): Date {
  if (lastSliceAt === undefined) return new Date(0);
  return new Date(Date.parse(lastSliceAt) + (isFailing ? FAILING_PAUSE_MS : PAUSE_MS));
}

/** A replay that has sent the next deliveries.
 *  @param ids of those deliveries */
export function withSlice(replay: Replay, ids: readonly number[], now: Date): Replay {
  const sent = replay.sent + ids.length;
  return {
    ...replay,
    sent,
    after: ids.at(-1) ?? replay.after,
    lastSliceAt: now.toISOString(),
    isOver: ids.length < SLICE || sent >= MAX_REPLAYED,
    isAskedAgain: false,
  };
}

/** Whether a request begins at its own time, instead of joining the replay that is running as it is. */
export function beginsAnew(
  running: Replay | null,
  { since, isFailing }: { readonly since: Date; readonly isFailing: boolean },
): boolean {
  if (!running || since < new Date(running.since)) return true;
  // The endpoint did not receive what was sent.
  return running.isOver === true && isFailing;
}

/** A running replay that is requested again; the same object if that changes nothing. */
export function askedAgain(running: Replay, isFailing: boolean): Replay {
  return isFailing && !running.isAskedAgain ? { ...running, isAskedAgain: true } : running;
}

/** A replay that begins, or the running one with another range: it keeps its pause. */
export function begun(running: Replay | null, range: ReplayRange, isFailing: boolean): Replay {
  if (!running) return { id: `rpl_${randomUUID().replaceAll('-', '')}`, ...range, sent: 0 };
  return { ...running, ...range, sent: 0, isOver: false, isAskedAgain: isFailing };
}
