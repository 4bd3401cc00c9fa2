/** When a server that sent Retry-After wants to be asked again.
 *  @param text seconds or an HTTP date
 *  @returns milliseconds since 1970; null if that is not later than `now`, or can't be read
 *  @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
export function retryAt(text: string | undefined, now: Date): number | null {
  const value = text?.trim() ?? '';
  const at = /^\d{1,15}$/.test(value) ? now.getTime() + Number(value) * 1000 : httpDate(value);
  return at > now.getTime() ? at : null;
}

/** NaN for other texts; Date.parse alone would read almost anything. The form of C's asctime names no zone, and means UTC. */
function httpDate(text: string): number {
  if (!/^[A-Z][a-z]{2,8},? .{10,30}$/.test(text)) return NaN;
  return Date.parse(/ \d{4}$/.test(text) ? `${text} GMT` : text);
}
