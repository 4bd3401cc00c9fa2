import { readBody } from './body.js';
import { contentEncodingOf, headerOf, type OpenResponse } from './open-response.js';
import { judgeTarget, type TargetPolicy } from './target.js';

export interface RobotsTxt {
  /** null: no answer. */
  readonly status: number | null;
  /** Decoded as UTF-8, its byte-order mark kept; empty where the status is not 2xx. */
  readonly body: string;
}

const MAX_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 5;

/** Fetches the robots.txt of a page's origin, following at most 5 redirects. Whatever goes wrong is no answer:
 *  it must not cost the page its report.
 *  @see https://www.rfc-editor.org/rfc/rfc9309#section-2.3 */
export async function fetchRobotsTxt(
  page: URL,
  open: (url: URL) => Promise<OpenResponse>,
  policy: TargetPolicy,
): Promise<RobotsTxt> {
  try {
    let url = new URL('/robots.txt', page);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const response = await open(url);
      const location =
        response.status >= 300 && response.status < 400 ? headerOf(response, 'location') : undefined;
      if (location === undefined) return await answerOf(response);
      await response.body.dump().catch(() => undefined);
      const judged = judgeTarget(new URL(location, url).href, policy);
      if ('fault' in judged) break;
      url = judged.url;
    }
  } catch {
    return { status: null, body: '' };
  }
  return { status: null, body: '' };
}

async function answerOf(response: OpenResponse): Promise<RobotsTxt> {
  const { status } = response;
  if (status < 200 || status >= 300) {
    await response.body.dump().catch(() => undefined);
    return { status, body: '' };
  }
  const limit = { bytes: MAX_BYTES, whenOver: 'cut' } as const;
  const { bytes } = await readBody(response.body, contentEncodingOf(response), limit);
  return { status, body: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) };
}
