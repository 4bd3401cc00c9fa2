import { TextDecoder } from '@exodus/bytes/encoding.js';
import htmlEncodingSniffer from 'html-encoding-sniffer';
import { auditSurroundings, type Finding, findingsOf } from '../audit/audit.js';
import { refreshTarget } from '../audit/dom/refresh.js';
import { PageTooComplex } from '../audit/dom/parse.js';
import { type LoadedSheets } from '../audit/css/loaded-sheet.js';
import { factsOf, headerValues, type Page, type PageFacts } from '../audit/page.js';
import { pageOf } from '../audit/parse-page.js';
import { canonicalOf, referencesOf } from '../audit/references.js';
import { isIndexable } from '../audit/robots-txt/indexing.js';
import { type References, type Surroundings } from '../audit/surroundings.js';
import { type LighthouseParity, lighthouseParity } from '../audit/parity/lighthouse.js';
import { type DocumentTests, observatoryTests } from '../audit/parity/observatory.js';

/** A loaded page, its body still in bytes; they are gone when it has been decoded, if their memory can shrink. */
export interface PageBytes extends Omit<PageFacts, 'decodedBytes'> {
  readonly body: Uint8Array;
  /** None unless given. */
  readonly styleSheets?: LoadedSheets;
  /** Whether the audit may ask for style sheets that are missing. */
  readonly mayAskForMore?: boolean;
}

/** What an audit thread reports while it works, so that nothing of it is lost when the thread is ended. */
export type AuditPart =
  | { readonly threadId: number }
  | { readonly facts: PageFacts; readonly references: References }
  | { readonly finding: Finding };

/** What an audit thread answers in the end. */
export type AuditEnd =
  | { readonly lighthouse: LighthouseParity; readonly observatory: DocumentTests }
  /** The document leads on at once; nothing else of it counts. */
  | { readonly refreshTo: string }
  /** Style sheets without which the audit makes no sense. */
  | { readonly askFor: readonly string[] };

/** What the canonical check asks about another page. */
export interface TargetDescription {
  readonly isIndexable: boolean;
  readonly canonical: string | null;
}

/** Decodes, parses and audits one page: what an audit thread does.
 *  @param report gets the findings and what they rest on, as soon as they are there
 *  @returns null where the page is too complex to be audited */
export function auditPage(bytes: PageBytes, report: (part: AuditPart) => void): AuditEnd | null {
  return unlessTooComplex(() => {
    const page = parsed(bytes);
    const refreshTo = refreshTarget(page);
    if (refreshTo !== null) return { refreshTo };
    if (bytes.mayAskForMore && page.unaskedSheets.length > 0) return { askFor: page.unaskedSheets };
    report({ facts: factsOf(page), references: referencesOf(page) });
    for (const finding of findingsOf(page)) report({ finding });
    return { lighthouse: lighthouseParity(page), observatory: observatoryTests(page) };
  });
}

/** Runs the checks of what lies around a page. */
export function auditAround(surroundings: Surroundings, report: (part: AuditPart) => void): null {
  for (const finding of auditSurroundings(surroundings)) report({ finding });
  return null;
}

/** Decodes and parses another page of the same site.
 *  @returns null where it is too complex */
export function describePage(bytes: PageBytes): TargetDescription | null {
  return unlessTooComplex(() => {
    const page = parsed(bytes);
    return { isIndexable: isIndexable(page), canonical: canonicalOf(page) };
  });
}

function unlessTooComplex<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof PageTooComplex) return null;
    throw error;
  }
}

function parsed({ body, styleSheets = new Map(), ...facts }: PageBytes): Page {
  const contentType = headerValues(facts, 'content-type').at(-1) ?? '';
  const label = /;\s*charset="?\s*([^\s";]+)/i.exec(contentType)?.[1];
  const declared = label ?? undiscoveredCharset(body);
  const encoding = htmlEncodingSniffer(
    body,
    declared === undefined ? {} : { transportLayerEncodingLabel: declared },
  );
  // The standard decodes these to one U+FFFD: https://encoding.spec.whatwg.org/#replacement
  const html = encoding === 'replacement' ? '\ufffd' : new TextDecoder(encoding).decode(body);
  const hasByteOrderMark = encoding.startsWith('UTF') && hasMark(body);
  const decodedBytes = body.length;
  letGo(body);
  return pageOf({ ...facts, styleSheets, html, hasByteOrderMark, decodedBytes });
}

/** Megabytes that nobody reads any more would else wait for the garbage collector. */
function letGo({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.resizable) buffer.resize(0);
}

const PRESCANNED_BYTES = 1024;
const MAX_HEAD_BYTES = 65_536;

/** What browsers find and a look at the first bytes does not: an XML declaration, and a `meta` further down, which
 *  makes them begin again.
 *  @see https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing */
function undiscoveredCharset(body: Uint8Array): string | undefined {
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, MAX_HEAD_BYTES)).toString(
    'latin1',
  );
  const [head = ''] = text.split(/<body[\s>]/i, 1);
  if (CHARSET_META.test(head.slice(0, PRESCANNED_BYTES))) return undefined;
  return (XML_DECLARATION.exec(head) ?? CHARSET_META.exec(head))?.[1];
}

const XML_DECLARATION = /^<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{2,40})["']/;
const CHARSET_META = /<meta\b[^>]{0,200}?\bcharset\s*=\s*(?:["']\s*)?([\w.:-]{2,40})/i;

function hasMark([first, second, third]: Uint8Array): boolean {
  const isUtf8 = first === 0xef && second === 0xbb && third === 0xbf;
  return isUtf8 || (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe);
}
