import { bytesText, counted, millisecondsText } from '../../basics/quantities.js';

/** What would make a page faster, by Lighthouse's ids without their ending `-insight`. */
export const OPPORTUNITY_IDS = [
  'render-blocking',
  'document-latency',
  'lcp-discovery',
  'image-delivery',
  'text-compression',
  'unused-javascript',
  'unused-css-rules',
  'cache',
  'font-display',
  'cls-culprits',
  'lcp-breakdown',
  'third-parties',
  'long-tasks',
] as const;
export type OpportunityId = (typeof OPPORTUNITY_IDS)[number];

/** One request, element or task. */
export interface OpportunityItem {
  readonly url: string | null;
  /** CSS selector of an element. */
  readonly selector: string | null;
  /** Over the network. */
  readonly bytes: number | null;
  readonly savings_bytes: number | null;
  readonly ms: number | null;
  /** What is wrong with it, or what to do. */
  readonly detail: string | null;
}

export interface Opportunity {
  readonly id: OpportunityId;
  /** What to do, and why. */
  readonly message: string;
  /** By how much the first or the largest contentful paint would come earlier, whichever is more: simulated, but as
   *  observed where the document is late or fonts are. null: not estimated. */
  readonly savings_ms: number | null;
  readonly savings_bytes: number | null;
  /** Those that matter most, at most {@link MAX_ITEMS}. */
  readonly items: readonly OpportunityItem[];
}

export const MAX_ITEMS = 10;

/** How a client says what is wrong with an item: a key of {@link DETAILS}, and what its sentence takes. */
export interface FoundDetail {
  readonly code: keyof typeof DETAILS;
  readonly of?: readonly (number | string)[];
}

/** An item as a client tells of it. */
export interface FoundItem {
  readonly url?: string | null;
  readonly selector?: string | null;
  readonly bytes?: number | null;
  readonly savedBytes?: number | null;
  readonly ms?: number | null;
  readonly details?: readonly FoundDetail[];
}

export interface FoundOpportunity {
  readonly id: OpportunityId;
  /** Of all items. */
  readonly count: number;
  readonly savingsMs: number | null;
  readonly savingsBytes: number | null;
  readonly items: readonly FoundItem[];
}

type Values = readonly (number | string)[];

/** Sentences about items. */
export const DETAILS = {
  redirects: ([count]: Values) =>
    `${counted(Number(count), 'redirect')} before the page. Link to its last address.`,
  slow_response: () => 'The server took longer than 600 ms to answer.',
  lazy: () => 'Loaded lazily: remove loading="lazy".',
  not_in_html: () => 'Not found by reading the HTML: put it into an img element, or preload it.',
  no_priority: () => 'Loaded without high priority: add fetchpriority="high".',
  format: () => 'Save it as WebP or AVIF, or compress it more.',
  compression: () => 'Compress it more.',
  video: () => 'Send a video in place of the animated GIF.',
  size: ([width, height, shownWidth, shownHeight]: Values) =>
    `Sent as ${String(width)} × ${String(height)} pixels, shown as ${String(shownWidth)} × ${String(shownHeight)}.`,
  unused: ([percent]: Values) => `${String(percent)} % of it is not used.`,
  not_kept: () => 'Browsers are not told to keep it.',
  kept: ([seconds]: Values) => `Browsers keep it for ${lifetimeText(Number(seconds))}.`,
  hidden_text: () => 'Its text is not shown before the font is loaded: use font-display: swap or optional.',
  shifted: ([score]: Values) => `Moved by ${String(score)}.`,
  web_font: () => 'A web font was loaded right before.',
  frame: () => 'A frame was put in right before.',
  animation: () => 'An animation that moves other elements ran right before.',
  unsized_image: () => 'An image without width and height was put in right before.',
  time_to_first_byte: () => 'Until the first byte of the page came.',
  load_delay: () => 'Until the browser asked for the image.',
  load_duration: () => 'While the image was loaded.',
  render_delay: () => 'Until the element was painted.',
  third_party: ([name, requests]: Values) => `${String(name)}, ${counted(Number(requests), 'request')}.`,
} as const satisfies Readonly<Record<string, (of: Values) => string>>;

const MESSAGES: Readonly<Record<OpportunityId, (found: FoundOpportunity) => string>> = {
  'render-blocking': ({ count }) =>
    `${counted(count, 'request')} ${count === 1 ? 'holds' : 'hold'} up the first paint. Load what the first screen does not need later, and write what it needs into the page.`,
  'document-latency': () => 'The page itself comes later than it could.',
  'lcp-discovery': () =>
    'The image that is the largest part of the first screen is loaded later than it could be.',
  'image-delivery': ({ count }) => `${counted(count, 'image')} could be smaller.`,
  'text-compression': ({ count }) =>
    `${counted(count, 'text file')} ${count === 1 ? 'is' : 'are'} sent without compression. Send ${count === 1 ? 'it' : 'them'} with gzip or Brotli.`,
  'unused-javascript': ({ count }) =>
    `${counted(count, 'script')} ${count === 1 ? 'has' : 'have'} much code that did not run. Load it when it is needed, or remove it.`,
  'unused-css-rules': ({ count }) =>
    `${counted(count, 'style sheet')} ${count === 1 ? 'has' : 'have'} many rules that nothing on the page uses. Load them with the pages that need them, or remove them.`,
  cache: ({ count }) =>
    `Browsers keep ${counted(count, 'file')} too short, so the next visit loads ${count === 1 ? 'it' : 'them'} again. Send Cache-Control with a max-age of a year, and change the address when the file changes.`,
  'font-display': ({ count }) =>
    `${counted(count, 'web font')} ${count === 1 ? 'hides' : 'hide'} text while loading.`,
  'cls-culprits': ({ count }) => `The page moved ${counted(count, 'time')} in the worst seconds of its load.`,
  'lcp-breakdown': ({ items }) =>
    `The largest part of the first screen showed after ${millisecondsText(total(items))} in this run, which was not slowed down.`,
  'third-parties': ({ count }) =>
    `The page loads files of ${counted(count, 'third party', 'third parties')}.`,
  'long-tasks': ({ count }) =>
    `${counted(count, 'task')} would keep the simulated device busy for more than 50 ms${count === 1 ? '' : ' each'}. Do less, or divide the work.`,
};

/** Says in sentences what was found. */
export function opportunityOf(found: FoundOpportunity): Opportunity {
  const { id, savingsMs, savingsBytes, items } = found;
  return {
    id,
    message: MESSAGES[id](found),
    savings_ms: savingsMs,
    savings_bytes: savingsBytes,
    items: items.map(
      ({ url = null, selector = null, bytes = null, savedBytes = null, ms = null, details = [] }) => ({
        url,
        selector,
        bytes,
        savings_bytes: savedBytes,
        ms,
        detail: details.length === 0 ? null : details.map(({ code, of = [] }) => DETAILS[code](of)).join(' '),
      }),
    ),
  };
}

/** `saves 450 ms, 310.0 kB`.
 *  @returns null if nothing is estimated */
export function savingsText({
  savings_ms: ms,
  savings_bytes: bytes,
}: Pick<Opportunity, 'savings_ms' | 'savings_bytes'>): string | null {
  const parts = [ms ? millisecondsText(ms) : [], bytes ? bytesText(bytes) : []].flat();
  return parts.length === 0 ? null : `saves ${parts.join(', ')}`;
}

function total(items: readonly FoundItem[]): number {
  return items.reduce((sum, { ms }) => sum + (ms ?? 0), 0);
}

const UNITS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

function lifetimeText(seconds: number): string {
  const isFine = (length: number) => seconds >= 2 * length || (seconds >= length && seconds % length === 0);
  const [size, name] = UNITS.find(([length]) => isFine(length)) ?? [1, 'second'];
  return counted(Math.round(seconds / size), name);
}
