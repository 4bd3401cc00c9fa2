import { SaxesParser } from 'saxes';
import { type SitemapResponse } from '../audit/surroundings.js';
import { parsedUrl } from '../../basics/url.js';

/** Facts about a sitemap. */
export type SitemapSummary = Pick<SitemapResponse, 'kind' | 'locations' | 'foreign'>;

/** A loaded sitemap. */
export interface SitemapBytes {
  readonly body: Uint8Array;
  /** Host of the page; locations on other hosts are foreign. */
  readonly site: string;
}

const SLICE_BYTES = 64 * 1024;
const MAX_DEPTH = 64;
/** Maximum length of text, comments or attributes without a tag. */
const MAX_SLICES_BETWEEN_TAGS = 16;
const MAX_FOREIGN = 20;
/** @see https://www.sitemaps.org/protocol.html#locdef */
const MAX_LOCATION_CHARACTERS = 2048;

/** What kind of sitemap a file is, and whether it is well-formed as far as it was read. */
export interface SitemapForm {
  /** null: its root element is not that of a sitemap. */
  readonly kind: SitemapSummary['kind'];
  readonly isBroken: boolean;
}

/** Counts the locations of a sitemap, and collects those on other hosts. 50 MiB take seconds, so this must run in a
 *  thread. */
export function summaryOf({ body, site }: SitemapBytes): SitemapSummary {
  const foreign: string[] = [];
  let locations = 0;
  const { kind, isBroken } = readSitemapXml(body, (address) => {
    locations += 1;
    if (foreign.length < MAX_FOREIGN && parsedUrl(address)?.host !== site) foreign.push(address);
    return true;
  });
  return { kind: isBroken ? null : kind, locations, foreign };
}

/** Reads a sitemap in slices, so that its whole text is never in memory. The parser buffers everything up to the end of a
 *  tag, so the distance between tags is limited.
 *  @param take receives each location, of at most 2049 characters, and whether the file names pages or sitemaps; reading
 *  ends soon after it returns false
 *  @see https://www.sitemaps.org/protocol.html */
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
    this.parser.on('opentag', ({ name }) => {
      this.slicesSinceTag = 0;
      const local = name.replace(/^.*:/, '');
      if (this.path.length === 0 && (local === 'urlset' || local === 'sitemapindex')) this.kind = local;
      if (this.path.push(local) > MAX_DEPTH) throw new Error('The nesting is too deep for a sitemap');
      this.text = '';
    });
    this.parser.on('text', (text) => {
      if (this.path.at(-1) === 'loc') this.text = (this.text + text).slice(0, MAX_LOCATION_CHARACTERS + 1);
    });
    this.parser.on('cdata', (text) => {
      if (this.path.at(-1) === 'loc') this.text = (this.text + text).slice(0, MAX_LOCATION_CHARACTERS + 1);
    });
    this.parser.on('closetag', () => {
      this.slicesSinceTag = 0;
      if (this.path.pop() !== 'loc' || this.path.length !== 2 || this.isEnough) return;
      this.isEnough = !takeLocation(this.text.trim(), this.kind);
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

  private attempt(step: () => unknown): void {
    try {
      step();
    } catch {
      this.isBroken = true;
    }
  }
}
