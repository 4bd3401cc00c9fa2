import { isUtf8 } from 'node:buffer';
import { LoadError } from './load-error.js';
import { type OpenResponse } from './open-response.js';
import { resolvedFault, type TargetPolicy } from './target.js';
import { parsedUrl } from '../../basics/url.js';

export const MAX_REDIRECTS = 5;
const REDIRECT_STATUSES = new Set<number | null>([301, 302, 303, 307, 308]);
const MAX_URL_CHARACTERS = 8000;

/** Location of a redirect: the first that is not empty, as browsers take it; undefined if the response is none. */
export function locationOf({ status, headers }: OpenResponse): string | undefined {
  if (!redirects(status)) return undefined;
  return headers.find(([name, value]) => name === 'location' && value !== '')?.[1];
}

export function redirects(status: number | null): boolean {
  return REDIRECT_STATUSES.has(status);
}

/** Target of a redirect, checked like the first URL.
 *  @throws LoadError `invalid_redirect`, `blocked_address` */
export function redirectTarget(location: string, from: URL, policy: TargetPolicy): URL {
  const resolved = parsedUrl(textOf(location), from);
  if (!resolved || !/^https?:$/.test(resolved.protocol) || resolved.href.length > MAX_URL_CHARACTERS) {
    throw new LoadError(
      'invalid_redirect',
      'The target of a redirect is not an http or https URL, or has more than 8000 characters.',
    );
  }
  resolved.username = '';
  resolved.password = '';
  if (resolvedFault(resolved, policy) !== null) {
    throw new LoadError(
      'blocked_address',
      'The target of a redirect has a host, port or address that is not allowed.',
    );
  }
  return resolved;
}

/** A header's bytes as text: those that are no UTF-8 stay as they are, escaped. */
function textOf(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  if (isUtf8(bytes)) return bytes.toString();
  return header.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}
