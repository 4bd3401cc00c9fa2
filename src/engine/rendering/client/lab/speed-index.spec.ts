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
] as const)('is the time at which a page shows that does so %s', async (_, list, ms) => {
  expect(await speedIndexOf(pictures(...list), STARTS_AT)).toBeCloseTo(ms, 0);
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
] as const)('refuses %s', async (_, list) => {
  await expect(speedIndexOf(pictures(...list), STARTS_AT)).rejects.toThrow(
    'the trace has pictures that no browser takes',
  );
});

it('refuses a trace without pictures', async () => {
  await expect(speedIndexOf([], STARTS_AT)).rejects.toThrow('No screenshots');
});
