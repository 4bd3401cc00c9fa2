import { deflateSync, inflateSync } from 'node:zlib';
import { cleanPng } from './clean-png.js';
import { pngFile, type TestImage, textChunk } from './png.fixture.js';
import { pngOf, readChunks } from './png-chunks.js';

const LIMITS = { width: 1200, height: 400 };
const PALETTE = { type: 'PLTE', data: Buffer.from([255, 0, 0, 0, 0, 255]) };

const clean = (file: Buffer) => cleanPng(file, LIMITS);
const typesOf = (file: Buffer) => readChunks(file).map(({ type }) => type);
const pixelsOf = (file: Buffer) =>
  inflateSync(readChunks(file).find(({ type }) => type === 'IDAT')?.data ?? Buffer.alloc(0));

describe('the pixels of', () => {
  it.each<[kind: string, image: TestImage, kept: string[]]>([
    ['8-bit RGBA', {}, []],
    ['16-bit RGBA', { bitDepth: 16, scanlines: Buffer.alloc(4 * (1 + 4 * 8)) }, []],
    ['RGB', { colorType: 2, scanlines: Buffer.alloc(4 * (1 + 4 * 3)) }, []],
    ['gray with alpha', { colorType: 4, scanlines: Buffer.alloc(4 * (1 + 4 * 2)) }, []],
    ['black and white', { colorType: 0, bitDepth: 1, scanlines: Buffer.alloc(4 * 2) }, []],
    [
      'gray with a transparent shade',
      {
        colorType: 0,
        scanlines: Buffer.alloc(4 * 5),
        extra: [{ type: 'tRNS', data: Buffer.from([0, 9]) }],
      },
      ['tRNS'],
    ],
    [
      'a palette with transparency',
      {
        colorType: 3,
        bitDepth: 4,
        scanlines: Buffer.alloc(4 * 3),
        extra: [PALETTE, { type: 'tRNS', data: Buffer.from([0]) }],
      },
      ['PLTE', 'tRNS'],
    ],
    // 1 × 1, none, 1 × 1, 1 × 1 …: passes without pixels have no lines.
    ['interlaced 1 × 1', { width: 1, height: 1, isInterlaced: true, scanlines: Buffer.alloc(5) }, []],
    [
      'interlaced 5 × 5',
      {
        width: 5,
        height: 5,
        isInterlaced: true,
        // By pass: 1 line of 1, 1 of 1, 1 of 2, 2 of 1, 1 of 3, 3 of 2, 2 of 5.
        scanlines: Buffer.alloc(5 + 5 + 9 + 2 * 5 + 13 + 3 * 9 + 2 * 21),
      },
      [],
    ],
  ])('%s are kept', async (_kind, image, kept) => {
    const file = pngFile(image);
    const { bytes, width, height } = await clean(file);
    expect(typesOf(bytes)).toEqual(['IHDR', ...kept, 'IDAT', 'IEND']);
    expect(pixelsOf(bytes)).toEqual(pixelsOf(file));
    expect([width, height]).toEqual([image.width ?? 4, image.height ?? 4]);
    expect((await clean(bytes)).bytes).toEqual(bytes);
  });
});

describe('nothing is left of', () => {
  const SECRET = '<script>alert(1)</script>';

  it('metadata', async () => {
    const extra = ['tEXt', 'iCCP', 'eXIf', 'zTXt', 'iTXt', 'acTL', 'pHYs', 'teSt'].map((type) =>
      textChunk(type, SECRET),
    );
    const { bytes } = await clean(pngFile({ extra }));
    expect(bytes.includes(SECRET)).toBe(false);
    expect(typesOf(bytes)).toEqual(['IHDR', 'IDAT', 'IEND']);
    expect((await clean(pngFile())).bytes).toEqual(bytes);
  });

  it('another file behind the image, and bytes behind the compressed pixels', async () => {
    const { bytes } = await clean(Buffer.concat([pngFile(), Buffer.from(`PK\u0003\u0004${SECRET}`)]));
    expect(bytes).toEqual((await clean(pngFile())).bytes);
    const [header, pixels, end] = readChunks(pngFile());
    if (!header || !pixels || !end) throw new Error('The fixture has other parts');
    const data = Buffer.concat([pixels.data, Buffer.from(SECRET)]);
    const longer = await clean(pngOf([header, { type: 'IDAT', data }, end]));
    expect(longer.bytes).toEqual(bytes);
  });

  it('a palette that the pixels do not need', async () => {
    const { bytes } = await clean(pngFile({ extra: [textChunk('PLTE', SECRET.slice(0, 24))] }));
    expect(typesOf(bytes)).toEqual(['IHDR', 'IDAT', 'IEND']);
  });
});

describe('refuses', () => {
  const valid = pngFile();
  const at = (place: number, value: number) => Buffer.from(valid).fill(value, place, place + 1);
  const withPixels = (scanlines: Buffer, image: TestImage = {}) => pngFile({ ...image, scanlines });

  it.each<[kind: string, file: Buffer, message: string]>([
    ['JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'must be a PNG image'],
    ['GIF', Buffer.from('GIF89a'), 'must be a PNG image'],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'must be a PNG image'],
    ['nothing', Buffer.alloc(0), 'must be a PNG image'],
    ['30 000 pixels of width', pngFile({ width: 30_000, scanlines: Buffer.alloc(1) }), 'not 30000 × 4'],
    ['one pixel too many', pngFile({ height: 401, scanlines: Buffer.alloc(1) }), 'not 4 × 401'],
    ['no pixels', pngFile({ width: 0 }), 'must be at most'],
    ['a file cut in its pixels', valid.subarray(0, 60), 'ends early'],
    ['a file without its end', valid.subarray(0, -12), 'ends early'],
    ['a length beyond the file', at(8, 255), 'ends early'],
    ['a wrong checksum', at(valid.length - 1, 0), 'checksum is wrong'],
    ['a changed pixel', at(50, 1), 'checksum is wrong'],
    ['no header', pngOf([textChunk('IEND', '')]), 'does not begin with a header'],
    ['another header', pngFile({ extra: readChunks(valid).slice(0, 1) }), 'a part of it is unknown'],
    ['an unknown part', pngFile({ extra: [textChunk('CgBI', '')] }), 'a part of it is unknown'],
    ['an unknown color type', pngFile({ colorType: 5 }), 'its header is invalid'],
    ['an impossible bit depth', pngFile({ bitDepth: 4 }), 'its header is invalid'],
    ['no palette', withPixels(Buffer.alloc(4 * 5), { colorType: 3 }), 'its palette is invalid'],
    [
      'a palette of more colors than its pixels can name',
      withPixels(Buffer.alloc(4 * 2), {
        colorType: 3,
        bitDepth: 1,
        extra: [textChunk('PLTE', 'a'.repeat(9))],
      }),
      'its palette is invalid',
    ],
    [
      'more pixels than the dimensions say',
      withPixels(Buffer.alloc(4 * 17 + 1)),
      'not those of its dimensions',
    ],
    [
      'fewer pixels than the dimensions say',
      withPixels(Buffer.alloc(4 * 17 - 1)),
      'fewer than its dimensions',
    ],
    ['an unknown filter', withPixels(Buffer.alloc(4 * 17, 5)), 'unknown filter'],
  ])('%s', async (_kind, file, message) => {
    await expect(clean(file)).rejects.toThrow(message);
  });

  it('a decompression bomb, without inflating more than the dimensions need', async () => {
    const bomb = withPixels(Buffer.alloc(100_000_000));
    const before = process.resourceUsage().maxRSS;
    await expect(clean(bomb)).rejects.toThrow('not those of its dimensions');
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(20_000);
  });

  it('pixels that are not compressed as zlib does', async () => {
    const [header, , end] = readChunks(valid);
    if (!header || !end) throw new Error('The fixture has other parts');
    const data = deflateSync(Buffer.alloc(68)).subarray(2);
    await expect(clean(pngOf([header, { type: 'IDAT', data }, end]))).rejects.toThrow('not those of');
    await expect(clean(pngOf([header, end]))).rejects.toThrow('not those of');
  });
});
