import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { type Lantern, type Types } from '@paulirish/trace_engine';
import { parsedUrl } from '../../../../basics/url.js';

/** What all events of a trace have, and what is read of some. Times in microseconds.
 *  @see https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU */
export type TraceEvent = Types.Events.Event &
  Lantern.Types.TraceEvent & {
    readonly args: { readonly snapshot?: string; readonly data?: Readonly<Record<string, unknown>> };
  };

export interface TraceLimits {
  /** Of its text. */
  readonly bytes: number;
  readonly events: number;
}

export class TraceTooLarge extends Error {}

/** Reads a trace, gzipped JSON with an event on each line, as Chromium writes it.
 *  @returns its events in order of time
 *  @throws TraceTooLarge beyond the limits
 *  @throws Error if it is not such a text */
export async function readTrace(gzipped: Iterable<Uint8Array>, limits: TraceLimits): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  for await (const line of linesOf(gzipped, limits.bytes)) {
    const text = line.startsWith(BEFORE_FIRST) ? line.slice(BEFORE_FIRST.length) : line;
    if (text === '') continue;
    // What the browser says of itself follows after the last event.
    const isLast = !text.endsWith(',');
    const event: unknown = JSON.parse(text.slice(0, isLast ? text.lastIndexOf(']') : -1));
    if (isEvent(event) && !isMisspelt(event)) events.push(event);
    if (events.length > limits.events) throw new TraceTooLarge();
    if (isLast) break;
  }
  return events.toSorted((one, other) => one.ts - other.ts);
}

const BEFORE_FIRST = '{"traceEvents":[';

async function* linesOf(gzipped: Iterable<Uint8Array>, maxBytes: number): AsyncGenerator<string> {
  const decoder = new StringDecoder();
  let bytes = 0;
  // Of the line that has not ended: joined once, because one event may be megabytes.
  let parts: string[] = [];
  for await (const chunk of Readable.from(gzipped).pipe(createGunzip()) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TraceTooLarge();
    const [end = '', ...lines] = decoder.write(chunk).split('\n');
    parts.push(end);
    for (const line of lines) {
      yield parts.join('');
      parts = [line];
    }
  }
  yield parts.join('');
}

/** Whether it is a request to an address that Chromium accepts and Node.js does not, like `http://a b.example/`. The parser
 *  of traces throws at it, and Lighthouse simulates without it. */
function isMisspelt({ name, args }: TraceEvent): boolean {
  const url = args.data?.url;
  return name === 'ResourceSendRequest' && typeof url === 'string' && parsedUrl(url) === null;
}

function isEvent(event: unknown): event is TraceEvent {
  if (typeof event !== 'object' || event === null) return false;
  const { name, cat, ph, ts, pid, tid, args } = event as Partial<Record<keyof TraceEvent, unknown>>;
  const texts = [name, cat, ph].every((text) => typeof text === 'string');
  return texts && [ts, pid, tid].every(Number.isFinite) && typeof args === 'object' && args !== null;
}
