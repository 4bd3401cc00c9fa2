const SMALL_BYTES = 64 * 1024;

/** Collects a body in one buffer. Chunks are copied immediately, since a server may send a million chunks of one byte. From
 *  64 KiB on the buffer grows in place, which avoids the heap fragmentation of many buffers of different sizes. Below,
 *  reserving the address space for that would cost more than copying. */
export class Chunks {
  length = 0;
  private all = new Uint8Array(0);

  /** @param maxBytes maximum size of the body */
  constructor(private readonly maxBytes: number) {}

  add(chunk: Uint8Array): void {
    const length = this.length + chunk.length;
    if (length > this.all.length) this.grow(length);
    this.all.set(chunk, this.length);
    this.length = length;
  }

  /** The body. Nothing else uses its buffer, so it can be transferred to a thread. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.all.subarray(0, this.length);
  }

  private grow(length: number): void {
    const size = Math.min(this.maxBytes, Math.max(length, this.all.length * 2));
    const { buffer } = this.all;
    if (buffer.resizable) {
      buffer.resize(size);
      this.all = new Uint8Array(buffer, 0, size);
    } else {
      const isLarge = size > SMALL_BYTES;
      const growing = isLarge
        ? new ArrayBuffer(size, { maxByteLength: this.maxBytes })
        : new ArrayBuffer(size);
      const larger = new Uint8Array(growing, 0, size);
      larger.set(this.all.subarray(0, this.length));
      this.all = larger;
    }
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
