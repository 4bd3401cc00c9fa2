import { type Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';
import { errorCodeOf } from '../../basics/error-code.js';
import { incompleteBody, LoadError, TRUNCATED } from './load-error.js';
import { gunzipped } from './gzip.js';
import { type Traffic } from './traffic.js';

export interface BodyLimit {
  /** Applies to the encoded body, and to the output of each content coding. */
  readonly bytes: number;
  /** `all`: a body that is longer or truncated is an error. `beginning`: a part of the body is enough. */
  readonly wanted: 'all' | 'beginning';
}

export interface BodyOptions {
  /** Content codings in lower case, in the order in which they were applied. */
  readonly codings: readonly string[];
  readonly limit: BodyLimit;
  /** Whether a gzip file is decoded, too: a body that begins like one without its content codings. */
  readonly unpacksGzip?: boolean;
  /** Stops reading and decoding when aborted. */
  readonly signal: AbortSignal;
  /** Counts received bytes. */
  readonly traffic: Traffic;
}

const MAX_CODINGS = 2;
const GZIP = new Set(['gzip', 'x-gzip']);
/** Deflate reaches at most 1032. Only Brotli can exceed it, which no real page needs.
 *  @see https://www.zlib.net/zlib_tech.html */
const MAX_RATIO = 1100;
const RATIO_FROM_BYTES = 1024 * 1024;

/** Passes a body to `take` in decoded chunks, each after `take` has finished the one before. An error in `take` stops the
 *  reading.
 *  @throws LoadError `too_large` beyond the limit, `incomplete_body` if the body ends too early, `invalid_encoding` for an
 *    unsupported or invalid content coding or excessive expansion; the signal's reason if it is aborted */
export async function streamBody(
  stream: Readable,
  { codings, limit, unpacksGzip = false, signal, traffic }: BodyOptions,
  take: (chunk: Uint8Array) => void | Promise<void>,
): Promise<{ encodedBytes: number; decodedBytes: number }> {
  if (codings.length > MAX_CODINGS) {
    stream.destroy();
    throw new LoadError('invalid_encoding', `The body has more than ${String(MAX_CODINGS)} content codings.`);
  }
  const encoded = new Meter(limit.bytes, null);
  let decoded = encoded;
  let source = encoded.counted(countedBy(traffic, stream));
  for (const coding of codings.toReversed()) {
    decoded = new Meter(limit.bytes, decoded);
    source = decoded.counted(
      GZIP.has(coding)
        ? gunzipped(source, {
            flush: flushOf(limit.wanted),
            isBeginningEnough: limit.wanted === 'beginning',
            signal,
          })
        : undone(coding, source, { wanted: limit.wanted, signal }),
    );
  }
  if (unpacksGzip) {
    decoded = new Meter(limit.bytes, decoded);
    source = decoded.counted(unpacked(source, { wanted: limit.wanted, signal }));
  }
  try {
    for await (const chunk of source) await take(chunk);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const isEmpty = errorCodeOf(error) === TRUNCATED && encoded.bytes === 0;
    const isEnough = error instanceof LimitReached && limit.wanted === 'beginning';
    if (!isEmpty && !isEnough) throw error;
  } finally {
    // What is left of it nobody reads, and its connection would wait for that.
    if (!stream.readableEnded) stream.destroy();
  }
  return { encodedBytes: encoded.bytes, decodedBytes: decoded.bytes };
}

/** @throws LoadError `incomplete_body` if the connection ends before the body does */
async function* countedBy(traffic: Traffic, stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      traffic.bodyBytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    throw incompleteBody(error) ?? error;
  }
}

/** Decodes a body; its first byte decides between the formats of `deflate`. */
async function* undone(
  coding: string,
  source: AsyncGenerator<Uint8Array>,
  { wanted, signal }: { wanted: BodyLimit['wanted']; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  let first = await source.next();
  while (first.done !== true && first.value.length === 0) first = await source.next();
  const chunk: Uint8Array = first.done === true ? new Uint8Array() : first.value;
  yield* through(decoderOf(coding, { wanted, firstByte: chunk[0] }), preceded(chunk, source), signal);
}

/** @see https://www.rfc-editor.org/rfc/rfc1952#section-2.3.1 */
const GZIP_BYTES = [0x1f, 0x8b];

/** Decodes a gzip file; passes on any other body. */
async function* unpacked(
  source: AsyncGenerator<Uint8Array>,
  options: { readonly wanted: BodyLimit['wanted']; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  let beginning = Buffer.alloc(0);
  while (beginning.length < GZIP_BYTES.length) {
    const next = await source.next();
    if (next.done === true) break;
    beginning = Buffer.concat([beginning, next.value]);
  }
  const body = preceded(beginning, source);
  const isGzip = GZIP_BYTES.every((byte, index) => beginning[index] === byte);
  yield* isGzip ? through(zlib.createGunzip(flushOf(options.wanted)), body, options.signal) : body;
}

async function* preceded(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/** Errors of the pipeline surface when the decoder is read. */
function through(
  decoder: Transform,
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  pipeline(source, decoder, { signal }).catch(() => undefined);
  return decoder;
}

class LimitReached extends LoadError {}

/** Counts the bytes of a stream and enforces its limit. */
class Meter {
  bytes = 0;

  /** @param before counts the input of the decoder whose output this counts */
  constructor(
    private readonly maxBytes: number,
    private readonly before: Meter | null,
  ) {}

  /** Yields at most `maxBytes`. If there are more, throws after the last of them was consumed. */
  async *counted(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      const kept = chunk.subarray(0, Math.max(0, this.maxBytes - this.bytes));
      this.bytes += chunk.length;
      if (this.expandsTooMuch()) {
        throw new LoadError(
          'invalid_encoding',
          `The compressed body expands to more than ${String(MAX_RATIO)} times its size.`,
        );
      }
      yield kept;
      if (this.bytes > this.maxBytes) {
        throw new LimitReached('too_large', `The document is larger than ${String(this.maxBytes)} bytes.`);
      }
    }
  }

  private expandsTooMuch(): boolean {
    const { before, bytes } = this;
    return before !== null && bytes > RATIO_FROM_BYTES && bytes > before.bytes * MAX_RATIO;
  }
}

/** Compression method in the first byte of the zlib format. Some servers send plain deflate data, whose first byte can't
 *  have these bits.
 *  @see https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1.2 */
const ZLIB_DEFLATE = 8;

function flushOf(wanted: BodyLimit['wanted']): zlib.ZlibOptions {
  const { Z_SYNC_FLUSH, Z_FINISH } = zlib.constants;
  return { flush: Z_SYNC_FLUSH, finishFlush: wanted === 'all' ? Z_FINISH : Z_SYNC_FLUSH };
}

/** A decoder that flushes after each chunk. If the beginning is enough, it accepts a truncated stream. */
function decoderOf(
  coding: string,
  { wanted, firstByte = ZLIB_DEFLATE }: { wanted: BodyLimit['wanted']; firstByte: number | undefined },
): Transform {
  const { BROTLI_OPERATION_FLUSH, BROTLI_OPERATION_FINISH } = zlib.constants;
  const flush = flushOf(wanted);
  switch (coding) {
    case 'deflate':
      return (firstByte & 0x0f) === ZLIB_DEFLATE ? zlib.createInflate(flush) : zlib.createInflateRaw(flush);
    case 'br':
      return zlib.createBrotliDecompress({
        flush: BROTLI_OPERATION_FLUSH,
        finishFlush: wanted === 'all' ? BROTLI_OPERATION_FINISH : BROTLI_OPERATION_FLUSH,
      });
    default:
      throw new LoadError(
        'invalid_encoding',
        `The content coding "${coding.slice(0, 40)}" is not supported.`,
      );
  }
}
