/** Of what belongs to a website. What is public is asked for again each time, so that privacy takes effect at once; nothing
 *  keeps what is not. */
export function privacyHeaders({ isPublic }: { readonly isPublic: boolean }): Record<string, string> {
  if (isPublic) return { 'Cache-Control': 'public, no-cache' };
  return { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' };
}
