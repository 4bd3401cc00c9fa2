import { SaxesParser } from 'saxes';
import { type SitemapResponse } from '../audit/surroundings.js';
import { parsedUrl } from '../../basics/url.js';
import { isText, readLines } from './sitemap-text.js';

/** Facts about a sitemap. */
export type SitemapSummary = Pick<SitemapResponse, 'kind' | 'locations' | 'foreign'>;

/** A loaded sitemap. */
export interface SitemapBytes {
  readonly body: Uint8Array;
  /** Host of the page; locations on other hosts are foreign. */
  readonly site: string;
  /** Host of the sitemap itself, where an index may have its sitemaps.
   *  @see https://www.sitemaps.org/protocol.html#sitemapIndex_sitemap */
  readonly host: string;
}

/** Root elements of sitemaps and feeds. */
const KINDS = ['urlset', 'sitemapindex', 'rss', 'feed'] as const;
const SLICE_BYTES = 64 * 1024;
const MAX_DEPTH = 64;
/** Maximum length of text, comments or attributes without a tag. */
const MAX_SLICES_BETWEEN_TAGS = 16;
const MAX_FOREIGN = 20;
/** @see https://www.sitemaps.org/protocol.html#locdef */
const MAX_LOCATION_CHARACTERS = 2048;

/** What kind of sitemap a file is, and whether it is well-formed as far as it was read. */
export interface SitemapForm {
  /** null: its root element is not that of a sitemap or feed. */
  readonly kind: SitemapSummary['kind'];
  readonly isBroken: boolean;
}

/** Counts the locations of a sitemap in any format, and collects those on other hosts. 50 MiB take seconds, so this must
 *  run in a thread.
 *  @see https://www.sitemaps.org/protocol.html#otherformats */
export function summaryOf({ body, site, host }: SitemapBytes): SitemapSummary {
  const foreign: string[] = [];
  let locations = 0;
  const isOwn = (other: string | undefined, kind: SitemapSummary['kind']) =>
    other === site || (kind === 'sitemapindex' && other === host);
  const take = (address: string, kind: SitemapSummary['kind'] = null) => {
    locations += 1;
    if (foreign.length < MAX_FOREIGN && !isOwn(parsedUrl(address)?.host, kind)) foreign.push(address);
    return true;
  };
  if (!isText(body)) {
    const { kind, isBroken } = readSitemapXml(body, take);
    return { kind: isBroken ? null : kind, locations, foreign };
  }
  // A text is a sitemap if it begins with a URL: it may contain nothing else.
  readLines(body, (line) => line === '' || ((locations > 0 || isWebUrl(line)) && take(line)));
  return { kind: locations > 0 ? 'text' : null, locations, foreign };
}

function isWebUrl(text: string): boolean {
  return /^https?:$/.test(parsedUrl(text)?.protocol ?? '');
}

/** Reads a sitemap or feed in slices, so that its whole text is never in memory. The parser buffers everything up to the
 *  end of a tag, so the distance between tags is limited.
 *  @param take receives each location, of at most 2049 characters, and the file's root element; reading ends soon after it
 *  returns false
 *  @see https://www.sitemaps.org/protocol.html
 *  @see https://www.rssboard.org/rss-specification#hrelementsOfLtitemgt
 *  @see https://www.rfc-editor.org/rfc/rfc4287#section-4.2.7 */
export function readSitemapXml(
  body: Uint8Array,
  take: (location: string, kind: SitemapSummary['kind']) => boolean,
): SitemapForm {
  const reader = new SitemapReader(take);
  for (let start = 0; start < body.length; start += SLICE_BYTES) {
    if (!reader.take(body.subarray(start, start + SLICE_BYTES))) break;
  }
  return reader.form();
}

class SitemapReader {
  private readonly parser = new SaxesParser();
  private readonly decoder = new TextDecoder();
  private readonly path: string[] = [];
  private kind: SitemapSummary['kind'] = null;
  private text = '';
  private slicesSinceTag = 0;
  private isBroken = false;
  private isEnough = false;

  constructor(takeLocation: (location: string, kind: SitemapSummary['kind']) => boolean) {
    const add = (location: string) => {
      if (!this.isEnough) this.isEnough = !takeLocation(location.trim(), this.kind);
    };
    this.parser.on('opentag', ({ name, attributes }) => {
      this.slicesSinceTag = 0;
      const local = name.replace(/^.*:/, '');
      if (this.path.length === 0) this.kind = KINDS.find((kind) => kind === local) ?? null;
      if (local === 'link' && this.isInEntry()) {
        const { href, rel = 'alternate' } = attributes;
        if (href !== undefined && rel === 'alternate') add(href.slice(0, MAX_LOCATION_CHARACTERS + 1));
      }
      if (this.path.push(local) > MAX_DEPTH) throw new Error('The nesting is too deep for a sitemap');
      this.text = '';
    });
    const read = (text: string) => {
      if (this.path.at(-1) !== this.leaf()) return;
      this.text = (this.text + text).slice(0, MAX_LOCATION_CHARACTERS + 1);
    };
    this.parser.on('text', read);
    this.parser.on('cdata', read);
    this.parser.on('closetag', () => {
      this.slicesSinceTag = 0;
      if (this.path.pop() === this.leaf() && this.isAroundLeaf()) add(this.text);
    });
    this.parser.on('error', (error) => {
      throw error;
    });
  }

  /** @returns whether to read on: it may still be a sitemap, with locations that are wanted */
  take(slice: Uint8Array): boolean {
    const text = this.decoder.decode(slice, { stream: true });
    this.attempt(() => {
      if (this.slicesSinceTag++ > MAX_SLICES_BETWEEN_TAGS)
        throw new Error('The distance between tags is too long for a sitemap');
      this.parser.write(text);
    });
    return !this.isBroken && !this.isEnough;
  }

  form(): SitemapForm {
    if (!this.isBroken && !this.isEnough) this.attempt(() => this.parser.close());
    return { kind: this.kind, isBroken: this.isBroken };
  }

  /** Name of the element whose text is a location. */
  private leaf(): string {
    return this.kind === 'rss' ? 'link' : 'loc';
  }

  private isAroundLeaf(): boolean {
    if (this.kind !== 'rss') return this.path.length === 2 && this.kind !== 'feed';
    // An item may also have an atom:link, without text.
    return this.path.length === 3 && this.path.at(-1) === 'item' && this.text.trim() !== '';
  }

  /** Whether this is the place of the links of an Atom feed, which have no text. */
  private isInEntry(): boolean {
    return this.kind === 'feed' && this.path.length === 2 && this.path.at(-1) === 'entry';
  }

  private attempt(step: () => unknown): void {
    try {
      step();
    } catch {
      this.isBroken = true;
    }
  }
}
