import { TextDecoder } from '@exodus/bytes/encoding.js';
import htmlEncodingSniffer from 'html-encoding-sniffer';
import { audit, type Finding } from '../audit/audit.js';
import { PageTooComplex } from '../audit/dom/dom.js';
import { type Header, headerValues, pageOf, type PageSource } from '../audit/page.js';

/** A loaded page, its body still in bytes. */
export interface PageBytes extends Omit<PageSource, 'html' | 'hasByteOrderMark' | 'decodedBytes'> {
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
}

/** Decodes, parses and audits one page: what an audit thread does.
 *  @returns null where the page is too complex to be audited */
export function auditPage({ body, ...rest }: PageBytes): Finding[] | null {
  const [contentType = ''] = headerValues(
    { ...rest, html: '', hasByteOrderMark: false, decodedBytes: 0 },
    'content-type',
  );
  const label = /charset\s*=\s*"?\s*([^\s";]+)/i.exec(contentType)?.[1];
  const encoding = htmlEncodingSniffer(
    body,
    label === undefined ? {} : { transportLayerEncodingLabel: label },
  );
  // The standard decodes these to one U+FFFD: https://encoding.spec.whatwg.org/#replacement
  const html = encoding === 'replacement' ? '\ufffd' : new TextDecoder(encoding).decode(body);
  const hasByteOrderMark = encoding.startsWith('UTF') && hasMark(body);
  try {
    return audit(pageOf({ ...rest, html, hasByteOrderMark, decodedBytes: body.length }));
  } catch (error) {
    if (error instanceof PageTooComplex) return null;
    throw error;
  }
}

function hasMark([first, second, third]: Uint8Array): boolean {
  const isUtf8 = first === 0xef && second === 0xbb && third === 0xbf;
  return isUtf8 || (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe);
}
