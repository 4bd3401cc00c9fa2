import { LoadError } from './load-error.js';
import { headerOf, type OpenResponse } from './open-response.js';
import { judgeTarget, type TargetPolicy } from './target.js';
import { parsedUrl } from '../url.js';

export const MAX_REDIRECTS = 5;
const REDIRECT_STATUSES = new Set<number | null>([301, 302, 303, 307, 308]);
const MAX_ADDRESS_CHARACTERS = 8000;

/** Location of a response that redirects; undefined where it does not. */
export function locationOf(response: OpenResponse): string | undefined {
  return redirects(response.status) ? headerOf(response, 'location') : undefined;
}

export function redirects(status: number | null): boolean {
  return REDIRECT_STATUSES.has(status);
}

/** Where a redirect leads, judged like a first address.
 *  @throws LoadError `invalid_redirect`, `blocked_address` */
export function redirectTarget(location: string, from: URL, policy: TargetPolicy): URL {
  const text = Buffer.from(location, 'latin1').toString('utf8');
  const resolved = parsedUrl(text, from);
  if (!resolved || !/^https?:$/.test(resolved.protocol) || resolved.href.length > MAX_ADDRESS_CHARACTERS) {
    throw new LoadError(
      'invalid_redirect',
      'A redirect leads to no http or https address, or to one of over 8000 characters.',
    );
  }
  resolved.username = '';
  resolved.password = '';
  const judged = judgeTarget(resolved.href, policy);
  if ('fault' in judged) {
    throw new LoadError(
      'blocked_address',
      'A redirect leads to a host, port or address that may not be asked for.',
    );
  }
  return judged.url;
}
