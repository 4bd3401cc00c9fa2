import { type Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';
import { LoadError } from './load-error.js';

export interface Body {
  /** Decoded. */
  readonly bytes: Uint8Array;
  /** As they came over the wire. */
  readonly encodedBytes: number;
}

export interface BodyLimit {
  readonly bytes: number;
  /** What a longer body is: refused, or taken up to the limit. */
  readonly whenOver: 'fail' | 'cut';
}

const MAX_CODINGS = 3;

/** Reads a body, undoing its content codings; bytes are counted as they come, on the wire and decoded.
 *  @throws LoadError `too_large` past the limit, `invalid_encoding` for a coding that is unknown or wrong */
export async function readBody(stream: Readable, contentEncoding: string, limit: BodyLimit): Promise<Body> {
  const chunks: Uint8Array[] = [];
  const { encodedBytes } = await streamBody(stream, { contentEncoding, limit }, (chunk) => {
    chunks.push(chunk);
  });
  return { bytes: Buffer.concat(chunks), encodedBytes };
}

/** Hands a body on in decoded chunks, as they come. What `take` throws ends the reading.
 *  @throws LoadError as {@link readBody} does */
export async function streamBody(
  stream: Readable,
  { contentEncoding, limit }: { readonly contentEncoding: string; readonly limit: BodyLimit },
  take: (chunk: Uint8Array) => void,
): Promise<{ encodedBytes: number; decodedBytes: number }> {
  const decoders = codingsIn(contentEncoding).toReversed().map(decoderOf);
  const encoded = new Count(limit);
  const decoded = new Count(limit);
  stream.on('data', (chunk: Uint8Array) => {
    if (encoded.add(chunk).isOver) stream.destroy(decoded.fault());
  });
  stream.pause();
  const sink = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      take(decoded.add(chunk).kept);
      done(decoded.isOver ? decoded.fault() : null);
    },
  });
  try {
    await pipeline([stream, ...decoders, sink]);
  } catch (error) {
    if (!(error instanceof LimitReached) || limit.whenOver === 'fail') throw error;
  }
  return { encodedBytes: encoded.bytes, decodedBytes: decoded.bytes };
}

class LimitReached extends LoadError {}

class Count {
  bytes = 0;
  isOver = false;
  kept: Uint8Array = new Uint8Array();

  constructor(private readonly limit: BodyLimit) {}

  add(chunk: Uint8Array): this {
    this.kept = chunk.subarray(0, Math.max(0, this.limit.bytes - this.bytes));
    this.bytes += chunk.length;
    this.isOver = this.bytes > this.limit.bytes;
    return this;
  }

  fault(): LimitReached {
    return new LimitReached('too_large', `The document is larger than ${String(this.limit.bytes)} bytes.`);
  }
}

function codingsIn(contentEncoding: string): string[] {
  const codings = contentEncoding
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > MAX_CODINGS) {
    throw new LoadError('invalid_encoding', `The body has more than ${String(MAX_CODINGS)} content codings.`);
  }
  return codings;
}

/** Like browsers, they take what is there of a stream that was cut short. */
function decoderOf(coding: string): Transform {
  const flush = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
  const brotliFlush = zlib.constants.BROTLI_OPERATION_FLUSH;
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip(flush);
    case 'deflate':
      return zlib.createInflate(flush);
    case 'br':
      return zlib.createBrotliDecompress({ flush: brotliFlush, finishFlush: brotliFlush });
    default:
      throw new LoadError('invalid_encoding', `The content coding "${coding.slice(0, 40)}" is unknown.`);
  }
}
