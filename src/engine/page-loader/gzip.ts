import { pipeline } from 'node:stream/promises';
import { createInflateRaw, type ZlibOptions } from 'node:zlib';
import { errorCodeOf } from '../../basics/error-code.js';
import { settlesWithin } from '../../basics/settles-within.js';
import { LoadError, TRUNCATED } from './load-error.js';

const BEGINNING = Buffer.from([0x1f, 0x8b, 8]);
const FIXED_BYTES = 10;
const HAS_CHECKSUM = 2;
const HAS_EXTRA = 4;
const HAS_NAME = 8;
const HAS_COMMENT = 16;
/** Of a header; servers send ten bytes. */
const MAX_HEADER_BYTES = 4096;
const FOOTER_BYTES = 8;
/** Of what stands behind a member. */
const MAX_REST_BYTES = 65_536;
const REST_MS = 1000;

/** Decodes a body as browsers do: one compressed member. Of what the server sent behind it, a little is read, so that its
 *  connection can be used again.
 *  @param isBeginningEnough whether a truncated stream is no error
 *  @throws LoadError `invalid_encoding`; an error with the code of truncated streams; the signal's reason if it is aborted
 *  @see https://www.rfc-editor.org/rfc/rfc1952#section-2.3 */
export async function* gunzipped(
  source: AsyncIterable<Uint8Array>,
  {
    flush,
    isBeginningEnough,
    signal,
  }: { readonly flush: ZlibOptions; readonly isBeginningEnough: boolean; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  // By default, what has decoded everything reads no more.
  const decoder = createInflateRaw(Object.assign({ autoDestroy: false }, flush));
  let writtenBytes = 0;
  let mostBytes = Infinity;
  async function* member(): AsyncGenerator<Uint8Array> {
    for await (const chunk of withoutHeader(source)) {
      writtenBytes += chunk.length;
      if (writtenBytes > mostBytes) return;
      yield chunk;
    }
  }
  try {
    const written = pipeline(member, decoder, { signal }).catch(() => undefined);
    yield* decoder as AsyncIterable<Uint8Array>;
    mostBytes = writtenBytes + MAX_REST_BYTES;
    await settlesWithin(REST_MS, written);
    signal.throwIfAborted();
    if (!isBeginningEnough && writtenBytes < decoder.bytesWritten + FOOTER_BYTES) throw truncated();
  } catch (error) {
    const isEnough = isBeginningEnough && errorCodeOf(error) === TRUNCATED;
    if (!isEnough) throw error;
  } finally {
    decoder.destroy();
  }
}

/** @throws LoadError, the error of truncated streams */
async function* withoutHeader(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let beginning: Buffer | null = Buffer.alloc(0);
  for await (const chunk of source) {
    if (beginning === null) {
      yield chunk;
      continue;
    }
    beginning = Buffer.concat([beginning, chunk]);
    const end = headerEnd(beginning);
    if (end === null && beginning.length > MAX_HEADER_BYTES) throw notGzip();
    if (end === null) continue;
    yield beginning.subarray(end);
    beginning = null;
  }
  if (beginning !== null) throw truncated();
}

function truncated(): Error {
  return Object.assign(new Error('The gzip stream is truncated'), { code: TRUNCATED });
}

function notGzip(): LoadError {
  return new LoadError('invalid_encoding', 'The body is not compressed with gzip as its headers say.');
}

/** @returns null: more is needed
 *  @throws LoadError `invalid_encoding` */
function headerEnd(bytes: Buffer): number | null {
  const known = Math.min(bytes.length, BEGINNING.length);
  const isGzip = bytes.subarray(0, known).equals(BEGINNING.subarray(0, known));
  if (!isGzip) throw notGzip();
  if (bytes.length < FIXED_BYTES) return null;
  const flags = bytes[3] ?? 0;
  const has = (flag: number) => (flags & flag) !== 0;
  let end = FIXED_BYTES;
  if (has(HAS_EXTRA)) {
    if (bytes.length < end + 2) return null;
    end += 2 + bytes.readUInt16LE(end);
  }
  for (const flag of [HAS_NAME, HAS_COMMENT]) {
    if (!has(flag)) continue;
    const zero = bytes.indexOf(0, end);
    if (zero < 0) return null;
    end = zero + 1;
  }
  if (has(HAS_CHECKSUM)) end += 2;
  return end <= bytes.length ? end : null;
}
