import { jpegSize } from './jpeg.js';

const START = [0xff, 0xd8];
const table = (marker: number, length = 4) => [
  0xff,
  marker,
  0,
  length,
  ...new Array<number>(length - 2).fill(0),
];
const frame = (marker: number) => [0xff, marker, 0, 11, 8, 0x01, 0x2c, 0x02, 0x58, 1, 0, 0, 0];

it.each([
  ['a baseline picture', [...START, ...frame(0xc0)], { width: 600, height: 300 }],
  ['a progressive one', [...START, ...frame(0xc2)], { width: 600, height: 300 }],
  [
    'one with tables before',
    [...START, ...table(0xe0, 16), ...table(0xc4), ...frame(0xc0)],
    { width: 600, height: 300 },
  ],
  ['tables alone', [...START, ...table(0xe0, 16), ...table(0xdb)], null],
  ['a frame that is cut off', [...START, ...frame(0xc0).slice(0, 8)], null],
  ['a segment without a length', [...START, 0xff, 0xe0, 0, 0, 1, 2, 3, 4, 5, 6, 7], null],
  ['another file', [...Buffer.from('RIFF0000WEBPVP8 ')], null],
  ['nothing', [], null],
])('reads the size of %s', (_, bytes, size) => {
  expect(jpegSize(Buffer.from(bytes))).toEqual(size);
});
