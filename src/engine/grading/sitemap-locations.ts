import { parsedUrl } from '../../basics/url.js';
import { pageAddress, siteHost } from '../crawling/page-address.js';
import { readSitemapXml } from './sitemap-reader.js';
import { isText, readLines } from './sitemap-text.js';

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
  const isSitemap = kind === 'urlset' || kind === 'sitemapindex';
  return result({ isSitemap, isValid: isSitemap && !isBroken });
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
