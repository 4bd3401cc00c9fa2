import { contentTypeOf } from '../../basics/content-type.js';
import { type PageFacts } from './page.js';

/** Whether browsers parse a document as XML.
 *  @see https://html.spec.whatwg.org/multipage/document-lifecycle.html#read-xml */
export function isXhtml(page: Pick<PageFacts, 'headers'>): boolean {
  return contentTypeOf(page)?.essence === 'application/xhtml+xml';
}

/** Encoding in the XML declaration at the start of a text. */
export function xmlEncodingOf(text: string): string | undefined {
  return /^<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{2,40})["']/.exec(text)?.[1];
}
