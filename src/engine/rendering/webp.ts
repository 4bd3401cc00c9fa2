/** Width and height of a WebP picture in pixels; null if the bytes are none.
 *  @see https://developers.google.com/speed/webp/docs/riff_container */
export function webpSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < 30 || text(view, 0) !== 'RIFF' || text(view, 8) !== 'WEBP') return null;
  // The size in the header leaves out the name and the size itself.
  if (view.readUInt32LE(4) + 8 !== view.length) return null;
  switch (text(view, 12)) {
    case 'VP8 ':
      return { width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = view.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

function text(view: Buffer, at: number): string {
  return view.toString('latin1', at, at + 4);
}
