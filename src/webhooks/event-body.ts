import { randomUUID } from 'node:crypto';

const MAX_URL_CHARACTERS = 500;

/** An event as all its deliveries carry it. */
export interface EventMessage {
  readonly id: string;
  readonly type: string;
  /** JSON of at most 4 KB. */
  readonly body: string;
}

/** @param data what happened; urls in it are cut by {@link shortUrl} */
export function eventMessage(type: string, data: object, at = new Date()): EventMessage {
  const id = `evt_${randomUUID().replaceAll('-', '')}`;
  return { id, type, body: JSON.stringify({ id, type, timestamp: at.toISOString(), data }) };
}

/** A URL of at most 500 characters; a longer one ends with "…". */
export function shortUrl(url: string): string {
  const characters = [...url];
  return characters.length <= MAX_URL_CHARACTERS
    ? url
    : `${characters.slice(0, MAX_URL_CHARACTERS - 1).join('')}…`;
}
