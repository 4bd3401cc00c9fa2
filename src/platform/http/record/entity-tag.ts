import { hash } from 'node:crypto';

/** Strong entity tag of a version of a record.
 *  @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3 */
export function entityTagOf(version: object): string {
  return `"${hash('sha256', JSON.stringify(version), 'base64url').slice(0, 27)}"`;
}

/** Whether a header, `If-Match` or `If-None-Match`, names a tag. */
export function names(header: string, tag: string): boolean {
  const named = header.split(',').map((name) => name.trim());
  return named.includes(tag) || named.includes('*');
}
