const TOKEN = String.raw`[A-Za-z*][\w!#$%&'*+.^\x60|~:/-]*`;
const KEY = String.raw`[a-z*][a-z0-9_.*-]*`;
const STRING = String.raw`"(?:[ !#-[\]-~]|\\["\\])*"`;
const NUMBER = String.raw`-?(?:\d{1,12}\.\d{1,3}|\d{1,15})`;
const OTHER = String.raw`:[A-Za-z0-9+/=]*:|\?[01]|@-?\d{1,15}|%"(?:[ !#$&-~]|%[0-9a-f]{2})*"`;
const VALUE = [STRING, NUMBER, OTHER, TOKEN].join('|');
const TOKEN_ITEM = new RegExp(`^ *(${TOKEN})(?:; *${KEY}(?:=(?:${VALUE})(?=[; ]|$))?)* *$`);

/** The token of a structured field that holds one item; its parameters are checked and ignored.
 *  @returns null if the field cannot be parsed or holds something else
 *  @see https://www.rfc-editor.org/rfc/rfc9651#section-4.2.3 */
export function tokenOf(field: string): string | null {
  return TOKEN_ITEM.exec(field)?.[1] ?? null;
}
