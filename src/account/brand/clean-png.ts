import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { type PngChunk, PngFault, pngOf, readChunks } from './png-chunks.js';

/** An image that was decoded, and encoded anew. */
export interface CleanPng {
  readonly bytes: Buffer;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

export interface PngLimits {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

interface Header extends PngLimits {
  readonly bitDepth: number;
  readonly colorType: number;
  readonly isInterlaced: boolean;
}

/** Samples per pixel and possible bit depths, by color type.
 *  @see https://www.w3.org/TR/png-3/#table111 */
const COLOR_TYPES = new Map([
  [0, { samples: 1, bitDepths: [1, 2, 4, 8, 16] }],
  [2, { samples: 3, bitDepths: [8, 16] }],
  [3, { samples: 1, bitDepths: [1, 2, 4, 8] }],
  [4, { samples: 2, bitDepths: [8, 16] }],
  [6, { samples: 4, bitDepths: [8, 16] }],
]);
const PALETTE = 3;
/** First pixel and step of each pass of an interlaced image: x, y, dx, dy.
 *  @see https://www.w3.org/TR/png-3/#8InterlaceMethods */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const WHOLE = [[0, 0, 1, 1]] as const;
const LAST_FILTER = 4;
const KNOWN = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);

const inflated = promisify<Buffer, object, Buffer>(inflate);
const deflated = promisify<Buffer, object, Buffer>(deflate);

/** Decodes a PNG image to its scanlines and encodes it anew with nothing but what its pixels need, so that no metadata and
 *  no other file within it remains. Inflates, off the event loop, at most what the dimensions need.
 *  @throws PngFault */
export async function cleanPng(file: Buffer, limits: PngLimits): Promise<CleanPng> {
  const chunks = readChunks(file);
  const header = headerOf(chunks, limits);
  const palette = paletteOf(chunks, header);
  const scanlines = await scanlinesOf(chunks, header);
  const data = await deflated(scanlines, { level: 9 });
  const kept = [{ type: 'IHDR', data: chunks[0]?.data ?? Buffer.alloc(0) }, ...palette];
  const ends = [
    { type: 'IDAT', data },
    { type: 'IEND', data: Buffer.alloc(0) },
  ];
  return { bytes: pngOf([...kept, ...ends]), width: header.width, height: header.height };
}

function headerOf([first, ...others]: readonly PngChunk[], limits: PngLimits): Header {
  if (first?.type !== 'IHDR' || first.data.length !== 13) throw damaged('it does not begin with a header');
  const unknown = others.find(({ type }) => type < 'a' && !KNOWN.has(type));
  if (unknown || others.some(({ type }) => type === 'IHDR')) throw damaged('a part of it is unknown');
  const { data } = first;
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [bitDepth = 0, colorType = 0, compression, filter, interlace = 0] = data.subarray(8);
  if (width === 0 || height === 0 || width > limits.width || height > limits.height) {
    const size = `${String(limits.width)} × ${String(limits.height)} pixels`;
    throw new PngFault(`must be at most ${size}, not ${String(width)} × ${String(height)}. Scale it down.`);
  }
  const isKnown = COLOR_TYPES.get(colorType)?.bitDepths.includes(bitDepth) === true;
  if (!isKnown || compression !== 0 || filter !== 0 || interlace > 1) throw damaged('its header is invalid');
  return { width, height, bitDepth, colorType, isInterlaced: interlace === 1 };
}

/** The palette and the transparent color, if the pixels need them. */
function paletteOf(chunks: readonly PngChunk[], { bitDepth, colorType }: Header): PngChunk[] {
  const before = chunks.slice(
    0,
    chunks.findIndex(({ type }) => type === 'IDAT'),
  );
  const [palette, ...others] = before.filter(({ type }) => type === 'PLTE');
  const [transparent] = before.filter(({ type }) => type === 'tRNS');
  const entries = (palette?.data.length ?? 0) / 3;
  if (colorType !== PALETTE) {
    const bytes = new Map([
      [0, 2],
      [2, 6],
    ]).get(colorType);
    return transparent?.data.length === bytes && transparent ? [transparent] : [];
  }
  const isSound = palette && others.length === 0 && Number.isInteger(entries);
  if (!isSound || entries === 0 || entries > 2 ** bitDepth) throw damaged('its palette is invalid');
  return transparent && transparent.data.length <= entries ? [palette, transparent] : [palette];
}

/** Each line as its filter's number and its bytes. */
async function scanlinesOf(chunks: readonly PngChunk[], header: Header): Promise<Buffer> {
  const passes = linesOf(header);
  const expected = passes.reduce((sum, { rows, bytes }) => sum + rows * bytes, 0);
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const scanlines = await inflated(packed, { maxOutputLength: expected }).catch(() => {
    throw damaged('its pixels are not those of its dimensions, or incomplete');
  });
  if (scanlines.length !== expected) throw damaged('its pixels are fewer than its dimensions say');
  let at = 0;
  for (const { rows, bytes } of passes) {
    for (let row = 0; row < rows; row++, at += bytes)
      if ((scanlines[at] ?? 0) > LAST_FILTER) throw damaged('a line of it has an unknown filter');
  }
  return scanlines;
}

/** Number of lines of each pass, and bytes of each line with its filter. */
function linesOf(header: Header): { rows: number; bytes: number }[] {
  const bits = (COLOR_TYPES.get(header.colorType)?.samples ?? 0) * header.bitDepth;
  return (header.isInterlaced ? PASSES : WHOLE)
    .map(([x, y, dx, dy]) => ({
      columns: Math.ceil((header.width - x) / dx),
      rows: Math.ceil((header.height - y) / dy),
    }))
    .filter(({ columns, rows }) => columns > 0 && rows > 0)
    .map(({ columns, rows }) => ({ rows, bytes: 1 + Math.ceil((columns * bits) / 8) }));
}

function damaged(how: string): PngFault {
  return new PngFault(`is damaged: ${how}. Save the image again as PNG.`);
}
