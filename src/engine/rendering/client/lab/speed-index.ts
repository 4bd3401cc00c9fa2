import speedline from 'speedline-core';
import { jpegSize } from './jpeg.js';
import { type TraceEvent } from './trace-events.js';

/** Chromium's are at most 500 pixels wide and high. */
const MAX_PIXELS = 1e6;
/** As many as Chromium takes. */
const MAX_PICTURES = 450;

/** The mean time at which the parts of the viewport showed what they show in the end, by the pictures in a trace.
 *  @param startsAt of the navigation, in microseconds
 *  @returns milliseconds
 *  @throws Error if there are no pictures, or none of a browser */
export async function speedIndexOf(events: readonly TraceEvent[], startsAt: number): Promise<number> {
  const pictures = events.filter(({ name, ts }) => name === 'Screenshot' && ts >= startsAt);
  if (pictures.length > MAX_PICTURES || !pictures.every(isPicture))
    throw new Error('the trace has pictures that no browser takes');
  const { speedIndex } = await speedline(pictures, {
    timeOrigin: startsAt,
    fastMode: true,
    include: 'speedIndex',
  });
  return speedIndex;
}

function isPicture({ args: { snapshot } }: TraceEvent): boolean {
  const size = typeof snapshot === 'string' ? jpegSize(Buffer.from(snapshot, 'base64')) : null;
  return size !== null && size.width * size.height <= MAX_PIXELS;
}
