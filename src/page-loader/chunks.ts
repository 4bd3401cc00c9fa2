const FIRST_BYTES = 64 * 1024;
/** From here on there is room for all that may come: buffers of ever other sizes would leave holes in memory. */
const DOUBLED_BYTES = 512 * 1024;

/** A body as it comes in. Copied together at once: a server may send a million chunks of one byte. */
export class Chunks {
  length = 0;
  private buffer = new Uint8Array(FIRST_BYTES);

  /** @param maxBytes that will come at most */
  constructor(private readonly maxBytes: number) {}

  add(chunk: Uint8Array): void {
    const length = this.length + chunk.length;
    if (length > this.buffer.length) {
      const roomBytes = length > DOUBLED_BYTES ? this.maxBytes : this.buffer.length * 2;
      const larger = new Uint8Array(Math.max(length, roomBytes));
      larger.set(this.buffer.subarray(0, this.length));
      this.buffer = larger;
    }
    this.buffer.set(chunk, this.length);
    this.length = length;
  }

  /** All of it, in memory that nothing else uses, so that it can be moved to a thread. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.buffer.subarray(0, this.length);
  }
}
