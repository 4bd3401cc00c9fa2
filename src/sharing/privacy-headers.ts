/** Of what belongs to a website, public or not. Browsers ask again each time, so that privacy takes effect at once. */
export function privacyHeaders({ isPublic }: { readonly isPublic: boolean }): Record<string, string> {
  if (isPublic) return { 'Cache-Control': 'public, no-cache' };
  return { 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex, nofollow' };
}
