import { contentTypeOf } from '../../basics/content-type.js';
import { LoadError } from './load-error.js';
import { headerOf, type OpenResponse } from './open-response.js';

/** Successful statuses without a body.
 *  @see https://www.rfc-editor.org/rfc/rfc9110#section-15.3.5 */
const WITHOUT_BODY = new Set([204, 205]);
const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml']);

/** Refuses a response that is not a successful HTML document, or that only tests whether a browser asks.
 *  @see https://docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-how-it-works.html
 *  @throws LoadError `http_error`, `no_content`, `not_html` */
export function assertDocument(response: OpenResponse): void {
  const { status } = response;
  if (status >= 300 || status < 200) {
    throw new LoadError('http_error', `The server responded with status ${String(status)}.`);
  }
  if (headerOf(response, 'x-amzn-waf-action') !== undefined) {
    const what = `The server responded with status ${String(status)} and a test for robots (AWS WAF) instead of the page.`;
    throw new LoadError('http_error', what);
  }
  if (WITHOUT_BODY.has(status)) {
    throw new LoadError(
      'no_content',
      `The server responded with status ${String(status)}, which means that there is no document.`,
    );
  }
  const type = contentTypeOf(response)?.essence;
  if (type !== undefined && !HTML_TYPES.has(type)) {
    throw new LoadError('not_html', `The document has the type ${type.slice(0, 100)}, which is not HTML.`);
  }
}

/** Refuses a document that has only white space.
 *  @throws LoadError `empty_document` */
export function assertContent(body: Uint8Array): void {
  for (const byte of body) if (!isBlank(byte)) return;
  throw new LoadError('empty_document', 'The document is empty: the response body has no HTML.');
}

/** White space, or a byte of UTF-8's byte order mark. */
function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0xef || byte === 0xbb || byte === 0xbf;
}
