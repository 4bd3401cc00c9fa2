/** A replay of a webhook's deliveries, as it is stored with the webhook while it runs. Times are RFC 3339 in UTC. */
export interface Replay {
  readonly id: string;
  readonly since: string;
  /** Later deliveries are not replayed. */
  readonly until: string;
  /** How many deliveries it sends again. */
  readonly deliveries: number;
  /** How many it has sent again, and the id of the last one. */
  readonly sent: number;
  readonly after: number;
}

/** Deliveries that one replay sends again at most. */
export const MAX_REPLAYED = 10_000;
/** They are sent again so many at a time, after such a pause: ten per second. */
export const SLICE = 50;
export const PAUSE_MS = 5000;
/** While the endpoint fails, nothing more is sent again. */
export const FAILING_PAUSE_MS = 60_000;
