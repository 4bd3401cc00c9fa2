const FIRST_BYTES = 64 * 1024;

/** Collects a body in one resizable buffer. Chunks are copied immediately, since a server may send a million chunks of
 *  one byte. The buffer grows in place, which avoids the heap fragmentation of many buffers of different sizes. */
export class Chunks {
  length = 0;
  private readonly buffer: ArrayBuffer;
  private all: Uint8Array<ArrayBuffer>;

  /** @param maxBytes maximum size of the body */
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

  /** The body. Nothing else uses its buffer, so it can be transferred to a thread. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.all.subarray(0, this.length);
  }
}

// Node.js 20 has these of ES2024, but not the `transfer` that the compiler's library declares with them.
declare global {
  interface ArrayBuffer {
    readonly resizable: boolean;
    readonly maxByteLength: number;
    resize(bytes: number): void;
  }

  interface ArrayBufferConstructor {
    // eslint-disable-next-line @typescript-eslint/prefer-function-type -- only an interface adds to another one
    new (bytes: number, options: { readonly maxByteLength: number }): ArrayBuffer;
  }
}
