import { SaxesParser } from 'saxes';
import { type SitemapAnswer } from '../audit/surroundings.js';
import { parsedUrl } from '../url.js';

type Summary = Pick<SitemapAnswer, 'kind' | 'locations' | 'foreign'>;

const MAX_DEPTH = 64;
const MAX_FOREIGN = 20;
const MAX_LOCATION_CHARACTERS = 2048;

/** Reads a sitemap as it comes, never holding more of it than one address.
 *  @see https://www.sitemaps.org/protocol.html */
export class SitemapReader {
  private readonly parser = new SaxesParser();
  private readonly decoder = new TextDecoder();
  private readonly path: string[] = [];
  private readonly foreign: string[] = [];
  private kind: Summary['kind'] = null;
  private locations = 0;
  private text = '';
  private isBroken = false;

  /** @param site host of the page: locations elsewhere are foreign */
  constructor(private readonly site: string) {
    this.parser.on('opentag', ({ name }) => {
      const local = name.replace(/^.*:/, '');
      if (this.path.length === 0 && (local === 'urlset' || local === 'sitemapindex')) this.kind = local;
      if (this.path.push(local) > MAX_DEPTH) throw new Error('No sitemap is nested that deep');
      this.text = '';
    });
    this.parser.on('text', (text) => {
      if (this.path.at(-1) === 'loc') this.text = (this.text + text).slice(0, MAX_LOCATION_CHARACTERS + 1);
    });
    this.parser.on('cdata', (text) => {
      if (this.path.at(-1) === 'loc') this.text = (this.text + text).slice(0, MAX_LOCATION_CHARACTERS + 1);
    });
    this.parser.on('closetag', () => {
      if (this.path.pop() === 'loc' && this.path.length === 2) this.addLocation(this.text.trim());
    });
    this.parser.on('error', (error) => {
      throw error;
    });
  }

  take(chunk: Uint8Array): void {
    this.parse(this.decoder.decode(chunk, { stream: true }));
  }

  summary(): Summary {
    if (!this.isBroken) this.attempt(() => this.parser.close());
    return { kind: this.isBroken ? null : this.kind, locations: this.locations, foreign: this.foreign };
  }

  private parse(text: string): void {
    if (!this.isBroken) this.attempt(() => this.parser.write(text));
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
    const host = parsedUrl(address)?.host ?? null;
    if (host !== this.site && this.foreign.length < MAX_FOREIGN) this.foreign.push(address);
  }
}
