import { type DocumentLink, documentLinks } from '../dom/head.js';
import { isRegisteredLanguage } from '../languages.js';
import { type Page } from '../page.js';

/** Links to the page in other languages. */
export function languageAlternates(page: Page): DocumentLink[] {
  return documentLinks(page).filter((link) => link.rel === 'alternate' && link.hreflang !== '');
}

/** What makes search engines ignore an alternate; null: nothing.
 *  @see https://developer.chrome.com/docs/lighthouse/seo/hreflang/ */
export function alternateFault({ hreflang, hrefRaw }: DocumentLink): string | null {
  const code = hreflang.toLowerCase();
  const [language = ''] = code.split('-');
  if (code !== 'x-default' && !isRegisteredLanguage(language)) return 'unknown_language';
  return /^https?:/i.test(hrefRaw) ? null : 'relative_url';
}
