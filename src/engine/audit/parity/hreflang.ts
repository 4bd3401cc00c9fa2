import { type DocumentLink } from '../dom/head.js';
import { isRegisteredLanguage } from '../languages.js';

/** Links to other language versions. */
export function languageAlternates(links: readonly DocumentLink[]): DocumentLink[] {
  return links.filter((link) => link.rel === 'alternate' && link.hreflang !== '');
}

/** Why search engines ignore an alternate; null: they don't.
 *  @see https://developer.chrome.com/docs/lighthouse/seo/hreflang/ */
export function alternateFault({
  hreflang,
  hrefRaw,
}: DocumentLink): 'unknown_language' | 'relative_url' | null {
  const code = hreflang.toLowerCase();
  const [language = ''] = code.split('-');
  if (code !== 'x-default' && !isRegisteredLanguage(language)) return 'unknown_language';
  return /^https?:/i.test(hrefRaw) ? null : 'relative_url';
}
