import { upperEscapes } from '../audit/robots-txt/escapes.js';
import { GoogleRobots, googleRobotsOf } from '../audit/robots-txt/google-robots.js';
import { type RobotsTxt } from '../page-loader/robots-txt.js';

/** Product token of this crawler in robots.txt. */
const AGENT = 'Pagegrade';
const MAX_DELAY_MS = 30_000;
const SECONDS = /^(\d+(\.\d*)?|\.\d+)$/;

/** The `Crawl-delay` of a robots.txt for this crawler, of at most 30,000 ms: the first valid one of its groups, or of the
 *  groups for all robots if it has none.
 *  @returns milliseconds; null if there is none */
export function crawlDelayMs(body: string): number | null {
  const delays = new GoogleRobots(body).crawlDelays(AGENT);
  const seconds = delays.find((value) => SECONDS.test(value));
  return seconds === undefined ? null : Math.min(MAX_DELAY_MS, Math.ceil(Number(seconds) * 1000));
}

/** Whether a robots.txt allows this crawler to load an address. None is allowed if the file had no response, or one with
 *  status 5xx or 429. The parsed file is cached for the same object `robotsTxt`. */
export function mayCrawl(robotsTxt: RobotsTxt, address: string): boolean {
  return googleRobotsOf(robotsTxt).judge(upperEscapes(address), AGENT).isAllowed;
}
