import { type DocumentCheck, fail, notApplicable, pass, type Place } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { type DocumentLink } from '../../dom/head.js';
import { isRegisteredRegion, isRegisteredScript } from '../../languages.js';
import { languageAlternates } from '../../parity/hreflang.js';

export const hreflangComplete: DocumentCheck = {
  id: 'hreflang_complete',
  name: 'Complete language versions',
  category: 'seo',
  importance: 'low',
  what: 'The hreflang links use valid regions, each code once, and include the page itself.',
  why: 'Search engines use these links only if all versions refer to each other and to themselves.',
  fix: 'List every version with its own code, including this page. Use registered regions, such as GB instead of UK, and add x-default for everyone else.',
  source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  method: 'exact',
  examples: {
    passes: {
      html: '<head><link rel="alternate" hreflang="en-GB" href="https://example.com/"><link rel="alternate" hreflang="de" href="https://example.com/de"></head>',
    },
    fails: { html: '<head><link rel="alternate" hreflang="en-UK" href="https://example.com/"></head>' },
  },
  run(page) {
    const alternates = languageAlternates(page);
    if (alternates.length === 0) return notApplicable('absent');
    const repeated = repeatedAmong(alternates);
    const faults = alternates.flatMap((link) => {
      const reason = codeFault(link.hreflang) ?? (repeated.has(link) ? 'duplicate_code' : null);
      return reason === null ? [] : [{ reason, place: placeOf(link) }];
    });
    const value = {
      codes: alternates.map(({ hreflang }) => hreflang.slice(0, 40)).slice(0, 100),
      has_x_default: alternates.some(({ hreflang }) => hreflang.toLowerCase() === 'x-default'),
    };
    const [first] = faults;
    if (first) return fail(first.reason, { value, evidence: faults.map(({ place }) => place) });
    const namesItself = alternates.some(({ href }) => href === page.url);
    return namesItself ? pass(value) : fail('no_self_reference', { value });
  },
};

/** @see https://www.rfc-editor.org/rfc/rfc5646#section-2.1 */
function codeFault(code: string): string | null {
  if (code.toLowerCase() === 'x-default') return null;
  const [, ...subtags] = code.toLowerCase().split('-');
  for (const subtag of subtags) {
    if (/^[a-z]{4}$/.test(subtag)) {
      if (!isRegisteredScript(subtag)) return 'unknown_script';
    } else if (/^([a-z]{2}|\d{3})$/.test(subtag)) {
      if (!isRegisteredRegion(subtag)) return 'unknown_region';
    } else {
      return 'invalid_code';
    }
  }
  return null;
}

/** Alternates with the same code as an earlier one, but another URL. */
function repeatedAmong(alternates: readonly DocumentLink[]): Set<DocumentLink> {
  const addresses = new Map<string, Set<string | null>>();
  return new Set(
    alternates.filter(({ hreflang, href }) => {
      const code = hreflang.toLowerCase();
      const before = addresses.get(code) ?? new Set();
      const isRepeated = before.size > (before.has(href) ? 1 : 0);
      addresses.set(code, before.add(href));
      return isRepeated;
    }),
  );
}

function placeOf(link: DocumentLink): Place {
  return link.element ?? textEvidence(`Link: <${link.hrefRaw}>; hreflang="${link.hreflang}"`);
}
