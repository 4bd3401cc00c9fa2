import { randomUUID } from 'node:crypto';

/** Leaves room for the id, the type and the time. */
const MAX_DATA_BYTES = 3900;

/** An event as all its deliveries carry it. */
export interface EventMessage {
  readonly id: string;
  readonly type: string;
  /** JSON of at most 4 KB. */
  readonly body: string;
}

/** @param data what happened; urls in it are cut by `shortUrl` */
export function eventMessage(type: string, data: object, at = new Date()): EventMessage {
  const id = `evt_${randomUUID().replaceAll('-', '')}`;
  return { id, type, body: JSON.stringify({ id, type, timestamp: at.toISOString(), data }) };
}

/** The data of an event with as many items of a list as fit in its body; the rest is left out. */
export function withItems<Item>(items: readonly Item[], dataOf: (items: readonly Item[]) => object): object {
  for (let count = items.length; ; count--) {
    const data = dataOf(items.slice(0, count));
    if (count === 0 || Buffer.byteLength(JSON.stringify(data)) <= MAX_DATA_BYTES) return data;
  }
}
