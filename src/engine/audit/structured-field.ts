const TOKEN = String.raw`[A-Za-z*][\w!#$%&'*+.^\x60|~:/-]*`;
const KEY = String.raw`[a-z*][a-z0-9_.*-]*`;
const STRING = String.raw`"(?:[ !#-[\]-~]|\\["\\])*"`;
const NUMBER = String.raw`-?(?:\d{1,12}\.\d{1,3}|\d{1,15})`;
const OTHER = String.raw`:[A-Za-z0-9+/=]*:|\?[01]|@-?\d{1,15}|%"(?:[ !#$&-~]|%[0-9a-f]{2})*"`;
const VALUE = [STRING, NUMBER, OTHER, TOKEN].join('|');
const TOKEN_ITEM = new RegExp(`^ *(${TOKEN})(?:; *${KEY}(?:=(?:${VALUE})(?=[; ]|$))?)* *$`);

/** The token of a structured field with one item. Parameters must be valid but are ignored.
 *  @returns null if the field is invalid or not a token
 *  @see https://www.rfc-editor.org/rfc/rfc9651#section-4.2.3 */
export function tokenOf(field: string): string | null {
  return TOKEN_ITEM.exec(field)?.[1] ?? null;
}
