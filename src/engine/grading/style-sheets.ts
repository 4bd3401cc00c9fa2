import { setTimeout as sleep } from 'node:timers/promises';
import { contentTypeOf } from '../../basics/content-type.js';
import { type LoadedSheet } from '../audit/css/loaded-sheet.js';
import { importsIn } from '../audit/css/style-sheet.js';
import { fetchable } from '../audit/dom/resources.js';
import { type SiteResponse } from '../audit/surroundings.js';
import { Chunks } from '../page-loader/chunks.js';
import { type LoadedPage, type Visit } from '../page-loader/visit.js';
import { type Lasting, lastingOf } from '../page-loader/visit-answers.js';
import { namedStyleSheets, PHONES } from './preload-scan.js';

const MAX_SHEETS = 40;
const MAX_SHEET_BYTES = 2 * 1024 * 1024;
const MAX_BYTES = 4 * 1024 * 1024;
/** Imports stand at the start of a sheet. */
const MAX_IMPORT_CHARACTERS = 65_536;
const MAX_REDIRECTS = 5;
const MAX_MS = 6000;

/** Errors with which browsers do without the style sheet, too. */
const MISSING = new Set<string | null>([
  'dns_not_found',
  'connection_refused',
  'tls_invalid',
  'invalid_encoding',
]);

/** A response, and the style sheet in it. */
interface SheetAnswer {
  readonly response: SiteResponse;
  readonly sheet: LoadedSheet;
  /** Decoded. */
  readonly bytes: number;
}

/** Loads the style sheets of one page, and their imports. Errors of the site are results. */
export class StyleSheetLoader {
  /** By requested URL. */
  readonly sheets = new Map<string, LoadedSheet>();
  /** Responses without redirects, by URL. */
  readonly responses = new Map<string, SiteResponse>();
  private readonly requested = new Set<string>();
  private bytesLeft = MAX_BYTES;

  constructor(private readonly visit: Visit) {}

  /** Loads the style sheets that a scan of the markup finds, so that most documents are parsed only once. */
  async loadNamed(page: LoadedPage): Promise<void> {
    await this.load(namedStyleSheets(page));
  }

  /** Loads more style sheets, as far as time allows. */
  async load(addresses: Iterable<string>): Promise<void> {
    const all = Promise.all([...addresses].map((url) => this.loadOne(url)));
    const timer = new AbortController();
    await Promise.race([all, sleep(MAX_MS, null, { signal: timer.signal }).catch(() => null)]);
    timer.abort();
  }

  private async loadOne(url: string): Promise<void> {
    if (this.requested.has(url) || this.requested.size >= MAX_SHEETS) return;
    this.requested.add(url);
    const { response, sheet } = await this.answerTo(url);
    if (response.url === url) this.responses.set(url, response);
    this.sheets.set(url, sheet);
    await this.load(importedBy(sheet));
  }

  /** Shared ones count towards the limit of this page, too. */
  private async answerTo(url: string): Promise<SheetAnswer> {
    const own: { answer?: Promise<SheetAnswer> } = {};
    const ask = () => (own.answer = this.request(url));
    const lasting = ({ response }: SheetAnswer): Lasting =>
      this.bytesLeft > 0 ? lastingOf(response) : 'never';
    const answer = await this.visit.answers.once(`style sheet ${url}`, ask, lasting);
    if (own.answer) return answer;
    this.bytesLeft -= answer.bytes;
    return this.bytesLeft > 0 ? answer : { ...answer, sheet: { ...answer.sheet, text: null } };
  }

  private async request(url: string): Promise<SheetAnswer> {
    const body = new Chunks(MAX_SHEET_BYTES);
    const { decodedBytes, ...response } = await this.visit.site.read(
      { url, redirects: MAX_REDIRECTS },
      {
        maxBytes: MAX_SHEET_BYTES,
        take: (chunk) => {
          this.bytesLeft -= chunk.length;
          if (this.bytesLeft > 0) body.add(chunk);
        },
      },
    );
    return { response, sheet: this.sheetOf(response, body), bytes: decodedBytes };
  }

  private sheetOf({ url, status, error, headers }: SiteResponse, body: Chunks): LoadedSheet {
    const contentType = contentTypeOf({ headers });
    const type = contentType?.essence ?? null;
    const isThere = status !== null && status >= 200 && status < 300;
    const isCut = this.bytesLeft <= 0 || body.length >= MAX_SHEET_BYTES;
    if (isThere) return { url, type, text: isCut ? null : decoded(body.bytes(), contentType?.charset) };
    return { url, type, text: status !== null || MISSING.has(error) ? '' : null };
  }
}

function importedBy({ url, text }: LoadedSheet): string[] {
  const start = text?.slice(0, MAX_IMPORT_CHARACTERS) ?? '';
  return PHONES.flatMap((phone) => importsIn(start, { max: MAX_SHEETS, phone })).flatMap(
    (address) => fetchable(address, url) ?? [],
  );
}

/** Decodes as UTF-8 if the declared encoding is unknown. */
function decoded(bytes: Uint8Array, charset: string | undefined): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 100)).toString('latin1');
  const label = charset ?? /^@charset "([\w:.-]+)";/.exec(head)?.[1];
  try {
    return new TextDecoder(label ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
