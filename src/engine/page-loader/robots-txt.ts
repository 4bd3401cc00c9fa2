import { Chunks } from './chunks.js';
import { type SiteClient } from './site-client.js';
import { MAX_REDIRECTS } from './redirect.js';
import { type Lasting, lastingOf, type VisitAnswers } from './visit-answers.js';

export interface RobotsTxt {
  /** null: no response. That of a redirect: it leads on further than is followed. */
  readonly status: number | null;
  /** Load error code if there was no response. */
  readonly error?: string;
  /** That error as a sentence. */
  readonly fault?: string;
  /** Decoded as UTF-8, with its byte order mark; empty unless the status is 2xx. */
  readonly body: string;
  /** The body as received; only if `body` contains U+FFFD, as for invalid UTF-8. */
  readonly bytes?: Uint8Array;
}

/** As it is shared. */
interface RobotsTxtAnswer {
  readonly status: number | null;
  readonly error: string | null;
  /** Answers that an earlier version has stored lack it. */
  readonly errorDetail?: string | null;
  readonly body: string;
  /** {@link RobotsTxt.bytes} in base64. */
  readonly bytes: string | null;
}

const MAX_BYTES = 1024 * 1024;

/** Fetches the robots.txt of a page's origin, following at most 5 redirects. Any error counts as no response, so that it
 *  can't prevent the report.
 *  @param timeoutMs how long each response may take; default: 5000
 *  @see https://www.rfc-editor.org/rfc/rfc9309#section-2.3 */
export async function fetchRobotsTxt(
  { site, answers }: { readonly site: SiteClient; readonly answers: VisitAnswers },
  page: URL,
  timeoutMs?: number,
): Promise<RobotsTxt> {
  const key = `robots.txt ${page.origin}`;
  const { status, error, errorDetail, body, bytes } = await answers.once(
    key,
    () => requestFile(site, page, timeoutMs),
    robotsTxtLasting,
  );
  if (error !== null) return { status: null, error, body: '', ...(errorDetail && { fault: errorDetail }) };
  return { status, body, ...(bytes !== null && { bytes: new Uint8Array(Buffer.from(bytes, 'base64')) }) };
}

/** Without the file, a crawl visits nothing. So each failure may have been a bad moment. */
function robotsTxtLasting(answer: RobotsTxtAnswer): Lasting {
  const lasting = lastingOf(answer);
  const hasFailed = answer.status === null || answer.status >= 500;
  return lasting === 'always' && hasFailed ? 'if_repeated' : lasting;
}

/** The body as text, with bytes that are no UTF-8 in percent-encoding, which patterns are compared in. */
export function textOfRobotsTxt({ body, bytes }: Pick<RobotsTxt, 'body' | 'bytes'>): string {
  if (!bytes) return body;
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '');
  return text.replace(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

async function requestFile(
  site: SiteClient,
  page: URL,
  timeoutMs: number | undefined,
): Promise<RobotsTxtAnswer> {
  const body = new Chunks(MAX_BYTES);
  const { status, error, errorDetail } = await site.read(
    { url: new URL('/robots.txt', page).href, redirects: MAX_REDIRECTS, timeoutMs },
    {
      maxBytes: MAX_BYTES,
      take: (chunk, { status }) => {
        if (status !== null && status >= 200 && status < 300) body.add(chunk);
      },
    },
  );
  const bytes = body.bytes();
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  // The decoder replaces invalid bytes with U+FFFD.
  const isExact = !text.includes('\ufffd');
  return {
    status,
    error,
    errorDetail,
    body: text,
    bytes: isExact ? null : Buffer.from(bytes).toString('base64'),
  };
}
