import { type DocumentLink } from '../dom/head.js';
import { documentUrlOf, type Page } from '../page.js';
import { parsedUrl } from '../../../basics/url.js';

type CanonicalFault =
  'invalid_url' | 'relative_url' | 'conflicting_urls' | 'another_language' | 'domain_root';

/** Canonical links of a page, and their fault; null: none.
 *  @param links those of the page that count
 *  @see https://developer.chrome.com/docs/lighthouse/seo/canonical/ */
export function canonicalFault(
  page: Page,
  links: readonly DocumentLink[],
): {
  canonicals: readonly DocumentLink[];
  fault: CanonicalFault | null;
} {
  const canonicals = links.filter((link) => link.rel === 'canonical' && link.hrefRaw !== '');
  const fault = canonicals.length === 0 ? null : faultOf(page, canonicals, alternatesAmong(links));
  return { canonicals, fault };
}

function alternatesAmong(links: readonly DocumentLink[]): Set<string> {
  const alternates = links.filter((link) => link.rel === 'alternate' && link.hreflang !== '');
  return new Set(alternates.flatMap((link) => (link.href === null ? [] : [link.href])));
}

function faultOf(
  page: Page,
  canonicals: readonly DocumentLink[],
  alternates: ReadonlySet<string>,
): CanonicalFault | null {
  if (canonicals.some((link) => link.href === null)) return 'invalid_url';
  if (canonicals.some((link) => parsedUrl(link.hrefRaw) === null)) return 'relative_url';
  const [address, ...others] = new Set(canonicals.map((link) => link.href));
  if (address === undefined || address === null || others.length > 0) return 'conflicting_urls';
  const url = documentUrlOf(page);
  if (alternates.has(url) && alternates.has(address) && url !== address) return 'another_language';
  const own = new URL(url);
  const target = new URL(address);
  const isRoot = target.origin === own.origin && target.pathname === '/' && own.pathname !== '/';
  return isRoot ? 'domain_root' : null;
}
