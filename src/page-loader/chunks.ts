const FIRST_BYTES = 64 * 1024;

/** A body as it comes in. Copied together at once: a server may send a million chunks of one byte. The memory grows in
 *  place, and what is not used of it costs nothing; what `malloc` is given back of so different sizes stays in holes. */
export class Chunks {
  length = 0;
  private readonly buffer: ArrayBuffer;
  private all: Uint8Array<ArrayBuffer>;

  /** @param maxBytes that will come at most */
  constructor(private readonly maxBytes: number) {
    this.buffer = new ArrayBuffer(Math.min(FIRST_BYTES, maxBytes), { maxByteLength: maxBytes });
    this.all = new Uint8Array(this.buffer, 0, this.buffer.byteLength);
  }

  add(chunk: Uint8Array): void {
    const length = this.length + chunk.length;
    if (length > this.buffer.byteLength) {
      this.buffer.resize(Math.min(this.maxBytes, Math.max(length, this.buffer.byteLength * 2)));
      this.all = new Uint8Array(this.buffer, 0, this.buffer.byteLength);
    }
    this.all.set(chunk, this.length);
    this.length = length;
  }

  /** All of it, in memory that nothing else uses, so that it can be moved to a thread. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.all.subarray(0, this.length);
  }
}
