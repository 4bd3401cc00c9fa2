import { settlesWithin } from '../../../../basics/settles-within.js';
import { type ProtocolSession } from '../protocol/protocol-session.js';

/** A script or style sheet, and how much of it the page did not use; both in characters. */
export interface CoveredFile {
  /** Of the page, if it stands there. */
  readonly url: string;
  readonly characters: number;
  readonly unused: number;
}

export interface Covered {
  readonly scripts: readonly CoveredFile[];
  readonly styles: readonly CoveredFile[];
}

/** A function, by what the debugging protocol says. */
interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

const END_MS = 3000;
/** Less of a file is not worth it. */
const MIN_UNUSED = 4096;

/** Which parts of scripts ran. The protocol can also say which style rules are used, but the browser requests all style sheets
 *  and the manifest again for that, from the site. */
export class ScriptCoverage {
  private constructor(private readonly session: ProtocolSession) {}

  /** To be called before the page is loaded. */
  static async start(session: ProtocolSession): Promise<ScriptCoverage> {
    await session
      .send('Profiler.enable')
      .then(() => session.send('Profiler.startPreciseCoverage', { detailed: false }))
      .catch(() => undefined);
    return new ScriptCoverage(session);
  }

  /** Ends counting.
   *  @returns none if the browser does not say it in time */
  async end(): Promise<CoveredFile[]> {
    const reading = this.read().catch(() => []);
    return (await settlesWithin(END_MS, reading)) ? reading : [];
  }

  private async read(): Promise<CoveredFile[]> {
    const { result } = await this.session.send('Profiler.takePreciseCoverage');
    await this.session.send('Profiler.disable');
    return result
      .map(({ url, functions }) => {
        const ranges = functions.flatMap(({ ranges: own }) => own);
        return { url, characters: lengthOf(ranges), unused: unusedOf(ranges) };
      })
      .filter(({ url, unused }) => /^https?:/.test(url) && unused >= MIN_UNUSED);
  }
}

function lengthOf(ranges: readonly Range[]): number {
  return ranges.reduce((longest, { endOffset }) => Math.max(longest, endOffset), 0);
}

/** Of functions that did not run, all parts are unused, too. */
function unusedOf(ranges: readonly Range[]): number {
  const unused = ranges.filter(({ count }) => count === 0);
  let [sum, end] = [0, 0];
  for (const range of unused.toSorted((one, other) => one.startOffset - other.startOffset)) {
    if (range.endOffset <= end) continue;
    sum += range.endOffset - Math.max(range.startOffset, end);
    end = range.endOffset;
  }
  return sum;
}
