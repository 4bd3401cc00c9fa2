import jpeg from 'jpeg-js';
import { jpegSize } from './jpeg.js';
import { type TraceEvent } from './trace-events.js';

/** Chromium's are at most 500 pixels wide and high. */
const MAX_PIXELS = 1e6;
/** As many as Chromium takes. */
const MAX_PICTURES = 450;
/** A pixel is white if all of its channels are at least this bright. */
const WHITE = 249;

/** A picture of the viewport. */
interface Frame {
  /** After the start of the navigation. */
  readonly ms: number;
  /** In base64. */
  readonly jpeg: string;
}

/** How much of the last picture a frame shows, in percent. */
type Progress = (frame: number) => number;

/** The mean time at which the parts of the viewport showed what they show in the end, by the pictures in a trace. As
 *  speedline-core has it, by which Lighthouse measures, but for the white picture before the first one: that has a
 *  histogram of zeros, and is neither encoded nor decoded.
 *  @param events in order of time
 *  @param startsAt of the navigation, in microseconds
 *  @returns milliseconds
 *  @throws Error if there are no pictures, or none of a browser
 *  @see https://github.com/paulirish/speedline */
export function speedIndexOf(events: readonly TraceEvent[], startsAt: number): number {
  const pictures = events.filter(({ name, cat, ts }) => isScreenshot(name, cat) && ts >= startsAt);
  if (pictures.length === 0) throw new Error('the trace has no pictures');
  if (pictures.length > MAX_PICTURES || !pictures.every(isPicture))
    throw new Error('the trace has pictures that no browser takes');
  const frames = pictures
    .map(({ ts, args }) => ({ ms: (ts - startsAt) / 1000, jpeg: String(args.snapshot) }))
    .filter((frame, n, all) => frame.jpeg !== all[n - 1]?.jpeg);
  const times = [0, ...frames.map(({ ms }) => ms)];
  const percents = estimated(progressOf(frames), times);
  return times.reduce(
    (sum, ms, n) => sum + (ms - (times[n - 1] ?? 0)) * (1 - (percents[n - 1] ?? 0) / 100),
    0,
  );
}

/** A page may mark times by the same name. */
function isScreenshot(name: string, category: string): boolean {
  return name === 'Screenshot' && category.includes('devtools.screenshot');
}

function isPicture({ args: { snapshot } }: TraceEvent): boolean {
  const size = typeof snapshot === 'string' ? jpegSize(Buffer.from(snapshot, 'base64')) : null;
  return size !== null && size.width * size.height <= MAX_PIXELS;
}

/** The progress of the white page (0), and of the frames after it. */
function progressOf(frames: readonly Frame[]): Progress {
  const last = histogramOf(frames.at(-1));
  const total = last.reduce((sum, count) => sum + count, 0);
  return (frame) => {
    if (total === 0 || frame === frames.length) return 100;
    if (frame === 0) return 0;
    const own = histogramOf(frames[frame - 1]);
    const match = last.reduce((sum, count, n) => sum + Math.min(count, own[n] ?? 0), 0);
    return Math.floor((match / total) * 100);
  };
}

/** How many pixels have each brightness of red, of green and of blue, apart from white ones. */
function histogramOf(frame: Frame | undefined): Uint32Array {
  const histogram = new Uint32Array(3 * 256);
  const { data } = jpeg.decode(Buffer.from(frame?.jpeg ?? '', 'base64'), {
    useTArray: true,
    formatAsRGBA: false,
  });
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
    if (red >= WHITE && green >= WHITE && blue >= WHITE) continue;
    histogram[red] = (histogram[red] ?? 0) + 1;
    histogram[256 + green] = (histogram[256 + green] ?? 0) + 1;
    histogram[512 + blue] = (histogram[512 + blue] ?? 0) + 1;
  }
  return histogram;
}

/** The progress of frames at these times. Those between two that hardly differ are not looked at. */
function estimated(progress: Progress, times: readonly number[]): number[] {
  const percents: number[] = [];
  const known = (frame: number) => (percents[frame] ??= progress(frame));
  const fill = (from: number, to: number): void => {
    const difference = Math.abs(known(from) - known(to));
    const middle = Math.floor((from + to) / 2);
    if (difference < negligible((times[to] ?? 0) - (times[from] ?? 0)))
      percents.fill(known(from), from + 1, to);
    else if (to - from > 1) {
      fill(from, middle);
      fill(middle, to);
    }
  };
  fill(0, times.length - 1);
  return percents;
}

/** 5 % where frames follow at once, 3 % after a second, none after 4.4 s. */
function negligible(ms: number): number {
  return 6 * Math.exp(Math.log(4 / 6) * (ms / 1000)) - 1;
}
