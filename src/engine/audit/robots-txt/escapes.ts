/** Converts the escapes of a URL or pattern to upper case, which does not change its meaning.
 *  @see https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.1 */
export function upperEscapes(text: string): string {
  return text.replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
}
