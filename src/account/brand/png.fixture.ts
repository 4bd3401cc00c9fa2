import { deflateSync } from 'node:zlib';
import { pngOf, type PngChunk } from './png-chunks.js';

export interface TestImage {
  readonly width?: number;
  readonly height?: number;
  readonly bitDepth?: number;
  readonly colorType?: number;
  readonly isInterlaced?: boolean;
  /** Before they are compressed. Default: a gradient of 8-bit RGBA. */
  readonly scanlines?: Buffer;
  /** Between the header and the pixels. */
  readonly extra?: readonly PngChunk[];
}

/** A chunk with text as its data. */
export function textChunk(type: string, text: string): PngChunk {
  return { type, data: Buffer.from(text, 'latin1') };
}

/** A PNG image for tests. */
export function pngFile(image: TestImage = {}): Buffer {
  const { width = 4, height = 4, bitDepth = 8, colorType = 6, isInterlaced = false, extra = [] } = image;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, colorType, 0, 0, isInterlaced ? 1 : 0], 8);
  return pngOf([
    { type: 'IHDR', data: header },
    ...extra,
    { type: 'IDAT', data: deflateSync(image.scanlines ?? gradient(width, height)) },
    { type: 'IEND', data: Buffer.alloc(0) },
  ]);
}

export function asDataUrl(file: Buffer): string {
  return `data:image/png;base64,${file.toString('base64')}`;
}

function gradient(width: number, height: number): Buffer {
  const line = 1 + width * 4;
  const pixels = Buffer.alloc(line * height);
  for (let at = 0; at < pixels.length; at++) {
    const inLine = at % line;
    if (inLine > 0) pixels[at] = inLine % 4 === 0 ? 255 : (inLine * 3) % 256;
  }
  return pixels;
}
