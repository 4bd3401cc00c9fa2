/** Parses a URL; null if it is invalid. Not `URL.canParse`: after some thousand calls, its optimized version in Node.js
 *  20 and 22 rejects valid URLs with Latin-1 letters, such as `https://bücher.example/`. */
export function parsedUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** A URL as it may be shown: what could be a password is masked. */
export function withoutCredentials(url: string): string {
  const parsed = parsedUrl(url);
  if (!parsed || parsed.username + parsed.password === '') return url;
  parsed.username = '***';
  parsed.password = '';
  return parsed.href;
}

const MAX_SHOWN_CHARACTERS = 500;

/** A URL of at most 500 characters; a longer one ends with "…". */
export function shortUrl(url: string): string {
  const characters = [...url];
  return characters.length <= MAX_SHOWN_CHARACTERS
    ? url
    : `${characters.slice(0, MAX_SHOWN_CHARACTERS - 1).join('')}…`;
}
