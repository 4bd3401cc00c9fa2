/** Whether the Prefer headers ask for strict handling. The first of several values counts.
 *  @see https://www.rfc-editor.org/rfc/rfc7240#section-2 */
export function prefersStrict(prefer: string | readonly string[] | undefined): boolean {
  if (prefer === undefined) return false;
  const handling = [prefer]
    .flat()
    .join(',')
    .split(',')
    .map((preference) => /^\s*handling\s*=\s*"?([a-z]+)"?\s*(;|$)/i.exec(preference)?.[1]?.toLowerCase())
    .find((value) => value !== undefined);
  return handling === 'strict';
}
