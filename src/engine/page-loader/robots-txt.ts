import { Chunks } from './chunks.js';
import { type SiteClient } from './site-client.js';
import { MAX_REDIRECTS, redirects } from './redirect.js';

export interface RobotsTxt {
  /** null: no response. */
  readonly status: number | null;
  /** Decoded as UTF-8, with its byte order mark; empty unless the status is 2xx. */
  readonly body: string;
  /** The body as received; only if `body` contains U+FFFD, as for invalid UTF-8. */
  readonly bytes?: Uint8Array;
}

const MAX_BYTES = 1024 * 1024;

/** Fetches the robots.txt of a page's origin, following at most 5 redirects. Any error counts as no response, so that it
 *  can't prevent the report.
 *  @see https://www.rfc-editor.org/rfc/rfc9309#section-2.3 */
export async function fetchRobotsTxt(site: SiteClient, page: URL): Promise<RobotsTxt> {
  const body = new Chunks(MAX_BYTES);
  const { status, error } = await site.read(
    { url: new URL('/robots.txt', page).href, redirects: MAX_REDIRECTS },
    {
      maxBytes: MAX_BYTES,
      take: (chunk, { status }) => {
        if (status !== null && status >= 200 && status < 300) body.add(chunk);
      },
    },
  );
  if (error !== null || redirects(status)) return { status: null, body: '' };
  const bytes = body.bytes();
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  // The decoder replaces invalid bytes with U+FFFD. A copy, because the buffer reserves the maximum size.
  return { status, body: text, ...(text.includes('\ufffd') && { bytes: bytes.slice() }) };
}
