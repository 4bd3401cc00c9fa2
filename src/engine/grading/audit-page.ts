// html-encoding-sniffer requires this ES module, so it is imported before: see audit.thread.cts.
import '@exodus/bytes/encoding-lite.js';
import { getBOMEncoding, TextDecoder } from '@exodus/bytes/encoding.js';
import htmlEncodingSniffer from 'html-encoding-sniffer';
import { contentTypeOf } from '../../basics/content-type.js';
import { auditSurroundings, type Finding, findingsOf } from '../audit/audit.js';
import { refreshAddress } from '../audit/dom/refresh.js';
import { PageTooComplex } from '../audit/dom/parse.js';
import { type SentPositions } from '../audit/dom/dom.js';
import { positionsIn } from '../audit/dom/sent-positions.js';
import { needsBrowser } from '../audit/rendered-findings.js';
import { type RenderMode } from './render-mode.js';
import { type LoadedSheets } from '../audit/css/loaded-sheet.js';
import { factsOf, type Page, type PageFacts } from '../audit/page.js';
import { outlineOf, type PageOutline } from '../audit/outline/outline.js';
import { pageOf } from '../audit/parse-page.js';
import { canonicalOf, referencesOf } from '../audit/references.js';
import { isIndexable } from '../audit/robots-txt/indexing.js';
import { type LayoutVerdicts } from '../audit/layout-rules.js';
import { type References, type Surroundings } from '../audit/surroundings.js';
import { isXhtml, xmlEncodingOf } from '../audit/xhtml.js';
import { type LighthouseParity, lighthouseParity } from '../audit/parity/lighthouse.js';
import { type DocumentTests, observatoryTests } from '../audit/parity/observatory.js';

/** A loaded page with its undecoded body. Decoding frees the body if its buffer is resizable. */
export interface PageBytes extends Omit<PageFacts, 'decodedBytes'> {
  readonly body: Uint8Array;
  /** Default: none. */
  readonly styleSheets?: LoadedSheets;
  /** Whether the audit may return {@link AuditEnd} `missingSheets` instead of findings. */
  readonly mayRequestSheets?: boolean;
  /** Whether the page will be rendered, so that positions are kept; default: never. */
  readonly render?: RenderMode;
  /** Whether to make an outline of the page; default: no. */
  readonly outline?: boolean;
  /** Set if the body is a document that a browser has rendered. */
  readonly rendered?: RenderedSource;
}

/** What is known of the source of a rendered document. */
export interface RenderedSource {
  /** See {@link PageSource.renderMark}. */
  readonly mark: string;
  readonly layout: LayoutVerdicts;
  /** See {@link PageSource.documentUrl}. */
  readonly documentUrl: string;
  readonly decodedBytes: number;
  readonly sentPositions: SentPositions | null;
}

/** Which thread has begun a task. */
export interface RunningThread {
  readonly threadId: number;
  /** Linux's id of it; null elsewhere. */
  readonly tid: number | null;
}

/** Partial result of an audit thread. It is kept if the thread is terminated. */
export type AuditPart =
  | RunningThread
  | { readonly facts: PageFacts; readonly references: References; readonly outline: PageOutline | null }
  | { readonly finding: Finding }
  | { readonly positions: SentPositions };

/** Final result of an audit thread. */
export type AuditEnd =
  | { readonly lighthouse: LighthouseParity; readonly observatory: DocumentTests }
  /** The document has an immediate `meta refresh` and is not audited. */
  | { readonly refreshTo: string }
  /** Style sheets that the audit needs first. */
  | { readonly missingSheets: readonly string[] };

/** Facts about another page, for the check of the canonical target. */
export interface TargetDescription {
  readonly isIndexable: boolean;
  readonly canonical: string | null;
}

/** Decodes, parses and audits one page in an audit thread.
 *  @param report receives the facts, then each finding
 *  @returns null if the page is too complex to be audited */
export function auditPage(bytes: PageBytes, report: (part: AuditPart) => void): AuditEnd | null {
  return unlessTooComplex(() => {
    const page = parsed(bytes);
    const refreshTo = bytes.rendered ? null : refreshAddress(page);
    if (refreshTo !== null) return { refreshTo };
    if (bytes.mayRequestSheets && page.missingSheets.length > 0) return { missingSheets: page.missingSheets };
    const outline = bytes.outline ? outlineOf(page) : null;
    report({ facts: factsOf(page), references: referencesOf(page), outline });
    const findings: Finding[] = [];
    for (const finding of findingsOf(page)) {
      findings.push(finding);
      report({ finding });
    }
    if (needsBrowser(bytes.render ?? 'never', findings)) report({ positions: positionsIn(page.dom) });
    return { lighthouse: lighthouseParity(page), observatory: observatoryTests(page) };
  });
}

/** Runs the checks of a page's surroundings. */
export function auditAround(surroundings: Surroundings, report: (part: AuditPart) => void): null {
  for (const finding of auditSurroundings(surroundings)) report({ finding });
  return null;
}

/** Decodes and parses another page of the same site.
 *  @returns null if it is too complex */
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

function parsed(bytes: PageBytes): Page {
  return bytes.rendered ? renderedPage(bytes, bytes.rendered) : sentPage(bytes);
}

/** The browser has decoded it. */
function renderedPage(
  { body, ...facts }: PageBytes,
  { mark, layout, documentUrl, decodedBytes, sentPositions }: RenderedSource,
): Page {
  const html = new TextDecoder().decode(body);
  freeMemory(body);
  const source = {
    styleSheets: new Map(),
    html,
    byteOrderMark: null,
    decodedBytes,
    renderMark: mark,
    documentUrl,
    layout,
    sentPositions: sentPositions ?? undefined,
  };
  return pageOf({ ...facts, ...source });
}

function sentPage({ body, styleSheets = new Map(), ...facts }: PageBytes): Page {
  const declared = contentTypeOf(facts)?.charset ?? undiscoveredCharset(body, isXhtml(facts));
  const encoding = htmlEncodingSniffer(
    body,
    declared === undefined ? {} : { transportLayerEncodingLabel: declared },
  );
  // The standard decodes this encoding to one U+FFFD: https://encoding.spec.whatwg.org/#replacement
  const html = encoding === 'replacement' ? '\ufffd' : new TextDecoder(encoding).decode(body);
  const byteOrderMark = getBOMEncoding(body);
  const decodedBytes = body.length;
  freeMemory(body);
  return pageOf({ ...facts, styleSheets, html, byteOrderMark, decodedBytes });
}

/** Frees megabytes immediately instead of waiting for the garbage collector. */
function freeMemory({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.resizable) buffer.resize(0);
}

const PRESCANNED_BYTES = 1024;
const MAX_HEAD_BYTES = 65_536;

/** Encodings that browsers find beyond the prescanned bytes: an XML declaration, or a later `meta`, which makes them
 *  parse again.
 *  @see https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing */
function undiscoveredCharset(body: Uint8Array, isXml: boolean): string | undefined {
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, MAX_HEAD_BYTES)).toString(
    'latin1',
  );
  if (isXml) return xmlEncodingOf(text) ?? 'utf-8';
  const [head = ''] = text.split(/<body[\s>]/i, 1);
  const charset = CHARSET_META.exec(head)?.[1];
  if (charset !== undefined && CHARSET_META.exec(head.slice(0, PRESCANNED_BYTES))?.[1] === charset)
    return undefined;
  const found = xmlEncodingOf(head) ?? charset;
  return found === undefined ? undefined : readableIn(found);
}

/** What browsers take for an encoding that the bytes which name it can't have. */
function readableIn(label: string): string {
  if (UTF_16.test(label)) return 'utf-8';
  return label.toLowerCase() === 'x-user-defined' ? 'windows-1252' : label;
}

/** @see https://encoding.spec.whatwg.org/#names-and-labels */
const UTF_16 = /^(utf-16(le|be)?|unicode(feff|fffe)?|csunicode|ucs-2|iso-10646-ucs-2)$/i;

const CHARSET_META = /<meta\b[^>]{0,200}?\bcharset\s*=\s*(?:["']\s*)?([\w.:-]{2,40})/i;
