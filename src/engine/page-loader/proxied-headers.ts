/** Name of a Server-Timing metric of answers of our own, by which scripts in pages know them. */
export const NOT_LOADED = 'pagegrade-not-loaded';

/** Fields of one connection, which a proxy doesn't pass on.
 *  @see https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 */
const HOP_BY_HOP = new Set(
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);

/** @param raw names and values in turn
 *  @returns what the next connection gets of them */
export function responseHeaders(raw: readonly string[]): string[] {
  const named = new Set(HOP_BY_HOP);
  for (let index = 0; index < raw.length; index += 2)
    if (raw[index]?.toLowerCase() === 'connection')
      for (const name of raw[index + 1]?.split(',') ?? []) named.add(name.trim().toLowerCase());
  // Connection can't remove what says where the body ends.
  named.delete('content-length');
  return without(named, raw);
}

/** The URL decides the host, as RFC 9112 section 3.2.2 requires.
 *  @param raw names and values in turn */
export function requestHeaders(url: URL, raw: readonly string[]): string[] {
  const isChunked = raw.some((text, index) => index % 2 === 0 && text.toLowerCase() === 'transfer-encoding');
  const kept = without(new Set(['host', ...(isChunked ? ['content-length'] : [])]), responseHeaders(raw));
  return ['Host', url.host, ...kept, ...(isChunked ? ['Transfer-Encoding', 'chunked'] : [])];
}

function without(names: ReadonlySet<string>, raw: readonly string[]): string[] {
  return raw.filter((_text, index) => !names.has(raw[index - (index % 2)]?.toLowerCase() ?? ''));
}
