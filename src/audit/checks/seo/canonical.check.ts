import { type DocumentCheck, fail, notApplicable, pass, type Place } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { type DocumentLink } from '../../dom/head.js';
import { canonicalFault } from '../../parity/canonical.js';

export const canonical: DocumentCheck = {
  id: 'canonical',
  name: 'Canonical link',
  category: 'seo',
  importance: 'medium',
  what: 'The canonical link, if any, names one absolute URL of this page.',
  why: 'Search engines index the canonical URL. A wrong one removes the page from search results.',
  fix: 'Keep one <link rel="canonical"> with the absolute URL of this page in this language.',
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
    const { canonicals, fault } = canonicalFault(page);
    if (canonicals.length === 0) return notApplicable('absent');
    const addresses = [...new Set(canonicals.map((link) => link.href ?? link.hrefRaw))];
    if (fault === null) return pass(addresses[0]);
    return fail(fault, { value: addresses, evidence: canonicals.map(placeOf) });
  },
};

function placeOf(link: DocumentLink): Place {
  return link.element ?? textEvidence(`Link: <${link.hrefRaw}>; rel="${link.rel}"`);
}
