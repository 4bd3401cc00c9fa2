import { parsedUrl } from '../../basics/url.js';
import { pageAddress, siteHost } from '../crawling/page-address.js';
import { readSitemapXml } from './sitemap-reader.js';

/** A loaded sitemap whose addresses are wanted. */
export interface LocationsTask {
  readonly body: Uint8Array;
  /** Result of `siteHost`: addresses of pages on other hosts are left out. */
  readonly host: string;
  readonly maxPages: number;
  readonly maxSitemaps: number;
}

/** The addresses in a sitemap, unique and in its order; results of `pageAddress`. */
export interface SitemapLocations {
  readonly pages: readonly string[];
  /** Sitemaps that an index names, on any host. */
  readonly sitemaps: readonly string[];
  /** Whether the file is a sitemap, also if it ends with an error. A text is one if it has an address. */
  readonly isSitemap: boolean;
  /** false: the file is no valid sitemap, or has more addresses. */
  readonly isComplete: boolean;
}

const SLICE_BYTES = 64 * 1024;
const MAX_LINE_CHARACTERS = 2048;
const LESS_THAN_SIGN = 0x3c;
/** Longer white space before the first tag is no longer searched for one. */
const BEGINNING_BYTES = 1024;

/** Collects the addresses of a sitemap in XML or plain text. 50 MiB take seconds, so this must run in a thread.
 *  @see https://www.sitemaps.org/protocol.html#otherformats */
export function locationsIn({ body, host, maxPages, maxSitemaps }: LocationsTask): SitemapLocations {
  const isPage = (url: URL) => siteHost(url) === host;
  const pages = new Addresses(maxPages, isPage);
  const sitemaps = new Addresses(maxSitemaps, () => true);
  const result = ({ isSitemap, isValid }: { isSitemap: boolean; isValid: boolean }) => ({
    pages: pages.all,
    sitemaps: sitemaps.all,
    isSitemap,
    isComplete: isValid && !pages.hasMore && !sitemaps.hasMore,
  });
  if (isText(body)) {
    readLines(body, (line) => pages.add(line));
    const isSitemap = pages.all.length > 0;
    return result({ isSitemap, isValid: isSitemap });
  }
  const { kind, isBroken } = readSitemapXml(body, (location, kind) => {
    if (kind === 'urlset') return pages.add(location);
    return kind === 'sitemapindex' && sitemaps.add(location);
  });
  return result({ isSitemap: kind !== null, isValid: kind !== null && !isBroken });
}

/** Unique addresses, up to a limit. */
class Addresses {
  hasMore = false;
  private readonly known = new Set<string>();

  constructor(
    private readonly max: number,
    private readonly isWanted: (url: URL) => boolean,
  ) {}

  get all(): string[] {
    return [...this.known];
  }

  /** @returns whether there is room for another one */
  add(location: string): boolean {
    const url = parsedUrl(location);
    const address = url && this.isWanted(url) ? pageAddress(url) : null;
    if (address === null || this.known.has(address)) return true;
    this.hasMore = this.known.size === this.max;
    if (!this.hasMore) this.known.add(address);
    return !this.hasMore;
  }
}

function isText(body: Uint8Array): boolean {
  const beginning = new TextDecoder().decode(body.subarray(0, BEGINNING_BYTES));
  return beginning.trimStart().charCodeAt(0) !== LESS_THAN_SIGN;
}

/** Reads the lines of a text in slices. Only the beginning of a line that is too long for an address is kept.
 *  @param take receives each line, and returns whether to read on */
function readLines(body: Uint8Array, take: (line: string) => boolean): void {
  const decoder = new TextDecoder();
  let rest = '';
  for (let start = 0; start < body.length; start += SLICE_BYTES) {
    const text = decoder.decode(body.subarray(start, start + SLICE_BYTES), { stream: true });
    const lines = (rest + text).split(/\r\n|\r|\n/);
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_CHARACTERS + 1);
    if (!lines.every((line) => line === '' || take(line.trim()))) return;
  }
  take(rest.trim());
}
