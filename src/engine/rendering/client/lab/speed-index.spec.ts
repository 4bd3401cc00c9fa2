import jpeg from 'jpeg-js';
import speedline from 'speedline-core';
import { speedIndexOf } from './speed-index.js';
import { type TraceEvent } from './trace-events.js';

/** JPEG pictures of 8 × 8 pixels, in base64: the start of both, and what is white or black. */
const START =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wCEABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6QBHB4eKCMoTisrTqRuXW6kpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpP/AABEIAAgACAMBEQACEQEDEQH/xAGiAAABBQEBAQEBAQAAAAAAAAAAAQIDBAUGBwgJCgsQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+gEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoLEQACAQIEBAMEBwUEBAABAncAAQIDEQQFITEGEkFRB2FxEyIygQgUQpGhscEJIzNS8BVictEKFiQ04SXxFxgZGiYnKCkqNTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqCg4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2dri4+Tl5ufo6ery8/T19vf4+fr/2gAMAwEAAhEDEQA/AO';
const WHITE = `${START}moA//Z`;
const BLACK = `${START}ZoA//Z`;
const STARTS_AT = 5_000_000;

function pictures(...list: readonly (readonly [ms: number, snapshot: unknown])[]): TraceEvent[] {
  const events = list.map(([ms, snapshot]) => ({
    name: 'Screenshot',
    cat: 'disabled-by-default-devtools.screenshot',
    ph: 'O',
    pid: 1,
    tid: 1,
    ts: STARTS_AT + ms * 1000,
    args: { snapshot },
  }));
  return events as unknown[] as TraceEvent[];
}

it.each([
  ['at once', [[0, BLACK]], 0],
  [
    'after a second',
    [
      [0, WHITE],
      [1000, BLACK],
    ],
    1000,
  ],
  [
    'before the navigation, and again after 300 ms',
    [
      [-900, BLACK],
      [10, WHITE],
      [300, BLACK],
    ],
    300,
  ],
] as const)('is the time at which a page shows that does so %s', (_, list, ms) => {
  expect(speedIndexOf(pictures(...list), STARTS_AT)).toBeCloseTo(ms, 0);
});

/** A picture of 80 × 60 pixels whose first lines have the colors of a page, and the others are white. */
function page(shownLines: number, color: readonly [number, number, number]): string {
  const data = Buffer.alloc(80 * 60 * 4, 255);
  for (let at = 0; at < shownLines * 80 * 4; at += 4)
    color.forEach((value, channel) => data.writeUInt8((value + (at % 97)) % 256, at + channel));
  return jpeg.encode({ data, width: 80, height: 60 }, 90).data.toString('base64');
}

const RED = [200, 30, 40] as const;
const PALE = [251, 247, 252] as const;

it.each([
  ['a page that shows at once', [[40, page(60, RED)]]],
  [
    'a page that stays white',
    [
      [10, page(0, RED)],
      [900, page(0, RED)],
    ],
  ],
  [
    'a page that gets white again',
    [
      [10, page(30, RED)],
      [500, page(60, RED)],
      [900, page(0, RED)],
    ],
  ],
  ['a page of which more and more shows', Array.from({ length: 61 }, (_, n) => [17 * n, page(n, RED)])],
  [
    'a page that hardly changes for long',
    Array.from({ length: 40 }, (_, n) => [700 * n, page(50 + (n % 5), PALE)]),
  ],
  [
    'a page whose color changes',
    Array.from({ length: 30 }, (_, n) => [45 * n, page(40, [8 * n, 90, 255 - 8 * n])]),
  ],
  [
    'pictures that follow at once, some equal',
    Array.from({ length: 90 }, (_, n) => [n, page(Math.floor(n / 3), PALE)]),
  ],
  [
    'a page with colors at random',
    Array.from({ length: 50 }, (_, n) => [
      (n * n) / 2,
      page((n * 37) % 61, [(n * 91) % 256, (n * 53) % 256, 99]),
    ]),
  ],
] as [string, [number, string][]][])('equals that of speedline: %s', async (_, list) => {
  const events = pictures(...list);
  const peer = await speedline(events, { timeOrigin: STARTS_AT, fastMode: true, include: 'speedIndex' });
  expect(speedIndexOf(events, STARTS_AT)).toBeCloseTo(peer.speedIndex, 6);
});

/** The picture with another width and height in its frame. */
function resized(height: number, width: number): string {
  const bytes = Buffer.from(BLACK, 'base64');
  const at = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, at + 5);
  bytes.writeUInt16BE(width, at + 7);
  return bytes.toString('base64');
}

it.each([
  ['a picture of 4 gigapixels', [[10, resized(65_500, 65_500)]]],
  ['a picture of a million pixels and more', [[10, resized(1000, 1001)]]],
  ['a picture that is none', [[10, 'UklGRg==']]],
  ['a picture that is no text', [[10, { length: 1e9 }]]],
  ['451 pictures', Array.from({ length: 451 }, (__, at) => [at, BLACK] as const)],
] as const)('refuses %s', (_, list) => {
  expect(() => speedIndexOf(pictures(...list), STARTS_AT)).toThrow(
    'the trace has pictures that no browser takes',
  );
});

it('leaves out what a page marks by the same name', () => {
  const [mark] = pictures([20, undefined]).map((event) => ({ ...event, cat: 'blink.user_timing', args: {} }));
  const events = [...pictures([10, WHITE], [1000, BLACK]), mark] as TraceEvent[];
  expect(speedIndexOf(events, STARTS_AT)).toBeCloseTo(1000, 0);
});

it('refuses a trace without pictures', () => {
  expect(() => speedIndexOf([], STARTS_AT)).toThrow('the trace has no pictures');
});
