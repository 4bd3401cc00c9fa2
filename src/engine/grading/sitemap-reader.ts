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
const MAX_LOCATION_CHARACTERS = 2048;

/** Reads a sitemap in slices, so that its whole text is never in memory. The parser buffers everything up to the end of a
 *  tag, so the distance between tags is limited. 50 MiB take seconds, so this must run in a thread.
 *  @see https://www.sitemaps.org/protocol.html */
export function summaryOf({ body, site }: SitemapBytes): SitemapSummary {
  const reader = new SitemapReader(site);
  for (let start = 0; start < body.length; start += SLICE_BYTES) {
    if (!reader.take(body.subarray(start, start + SLICE_BYTES))) break;
  }
  return reader.summary();
}

class SitemapReader {
  private readonly parser = new SaxesParser();
  private readonly decoder = new TextDecoder();
  private readonly path: string[] = [];
  private readonly foreign: string[] = [];
  private kind: SitemapSummary['kind'] = null;
  private locations = 0;
  private text = '';
  private slicesSinceTag = 0;
  private isBroken = false;

  constructor(private readonly site: string) {
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
      if (this.path.pop() === 'loc' && this.path.length === 2) this.addLocation(this.text.trim());
    });
    this.parser.on('error', (error) => {
      throw error;
    });
  }

  /** @returns whether it may still be a sitemap */
  take(slice: Uint8Array): boolean {
    const text = this.decoder.decode(slice, { stream: true });
    this.attempt(() => {
      if (this.slicesSinceTag++ > MAX_SLICES_BETWEEN_TAGS)
        throw new Error('The distance between tags is too long for a sitemap');
      this.parser.write(text);
    });
    return !this.isBroken;
  }

  summary(): SitemapSummary {
    if (!this.isBroken) this.attempt(() => this.parser.close());
    return { kind: this.isBroken ? null : this.kind, locations: this.locations, foreign: this.foreign };
  }

  private attempt(step: () => unknown): void {
    try {
      step();
    } catch {
      this.isBroken = true;
    }
  }

  private addLocation(address: string): void {
    this.locations += 1;
    if (this.foreign.length === MAX_FOREIGN) return;
    const host = parsedUrl(address)?.host ?? null;
    if (host !== this.site) this.foreign.push(address);
  }
}
