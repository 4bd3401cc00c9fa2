/** Changes with the image, so that browsers can cache it forever.
 *  @param hash SHA-256 in hexadecimal */
export function logoPath(hash: string): string {
  return `/logos/${hash}.png`;
}
