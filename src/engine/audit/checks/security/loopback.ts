/** Whether a host of a {@link URL} is this machine, which browsers trust over plain http.
 *  @see https://www.w3.org/TR/secure-contexts/#is-origin-trustworthy */
export function isLoopback(hostname: string): boolean {
  return hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname) || /(^|\.)localhost$/.test(hostname);
}
