import { type Check, fail, notApplicable, pass, type Place } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { type DocumentLink, documentLinks } from '../../dom/head.js';
import { type Page } from '../../page.js';

export const canonical: Check = {
  id: 'canonical',
  category: 'seo',
  importance: 'medium',
  what: 'A canonical link, where there is one, names one absolute address of this very page.',
  why: 'Search engines index the address that it names: a wrong one takes the page out of the results.',
  fix: 'Keep one <link rel="canonical"> with the absolute address of this page in this language.',
  source: 'https://www.rfc-editor.org/rfc/rfc6596',
  method: 'exact',
  examples: {
    passes: {
      url: 'https://example.com/shoes?sort=price',
      html: '<head><link rel="canonical" href="https://example.com/shoes"></head>',
    },
    fails: { url: 'https://example.com/shoes', html: '<head><link rel="canonical" href="/shoes"></head>' },
  },
  run(page) {
    const links = documentLinks(page);
    const canonicals = links.filter((link) => link.rel === 'canonical' && link.hrefRaw !== '');
    if (canonicals.length === 0) return notApplicable('absent');
    const addresses = [...new Set(canonicals.map((link) => link.href ?? link.hrefRaw))];
    const reason = faultOf(page, canonicals, alternatesAmong(links));
    if (reason === null) return pass(addresses[0]);
    return fail(reason, { value: addresses, evidence: canonicals.map(placeOf) });
  },
};

function alternatesAmong(links: readonly DocumentLink[]): Set<string> {
  const alternates = links.filter((link) => link.rel === 'alternate' && link.hreflang !== '');
  return new Set(alternates.flatMap((link) => (link.href === null ? [] : [link.href])));
}

/** @see https://developer.chrome.com/docs/lighthouse/seo/canonical/ */
function faultOf(
  page: Page,
  canonicals: readonly DocumentLink[],
  alternates: ReadonlySet<string>,
): string | null {
  if (canonicals.some((link) => link.href === null)) return 'invalid_url';
  if (canonicals.some((link) => !URL.canParse(link.hrefRaw))) return 'relative_url';
  const [address, ...others] = new Set(canonicals.map((link) => link.href));
  if (address === undefined || address === null || others.length > 0) return 'conflicting_urls';
  const isAnotherLanguage = alternates.has(page.url) && alternates.has(address) && page.url !== address;
  if (isAnotherLanguage) return 'another_language';
  const own = new URL(page.url);
  const target = new URL(address);
  const isRoot = target.origin === own.origin && target.pathname === '/' && own.pathname !== '/';
  return isRoot ? 'domain_root' : null;
}

function placeOf(link: DocumentLink): Place {
  return link.element ?? textEvidence(`Link: <${link.hrefRaw}>; rel="${link.rel}"`);
}
