import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, type MessageFacts, notApplicable, pass, type Place } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { type DocumentLink, metadataLinks } from '../../dom/head.js';
import { isRegisteredRegion, isRegisteredScript } from '../../languages.js';
import { languageAlternates } from '../../parity/hreflang.js';
import { canonicalOf } from '../../references.js';
import { upperEscapes } from '../../robots-txt/escapes.js';
import { quoted } from '../../quoted.js';

type CodeFault = 'unknown_script' | 'unknown_region' | 'invalid_code';

interface Links {
  readonly links: number;
  readonly faulty_codes: readonly string[];
}

export const hreflangComplete = documentCheck({
  id: 'hreflang_complete',
  name: 'Complete language versions',
  category: 'seo',
  importance: 'low',
  what: 'The hreflang links use valid regions, each code once, and include the page itself or its canonical URL.',
  why: 'Search engines use these links only if all versions refer to each other and to themselves.',
  fix: 'List every version with its own code, including this page. Use registered regions, such as GB instead of UK, and add x-default for everyone else.',
  source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  method: 'exact',
  value: { links: 'integer', codes: 'texts', faulty_codes: 'texts', has_x_default: 'flag' },
  messages: {
    pass: ({ links }) =>
      `The page has ${counted(links, 'hreflang link')} with valid codes, including one to itself.`,
    unknown_script: (value, facts) =>
      `The script in ${firstFaulty(value)} is not registered; ${faultyLinks(value, facts)}.`,
    unknown_region: (value, facts) =>
      `The region in ${firstFaulty(value)} is not registered; ${faultyLinks(value, facts)}.`,
    invalid_code: (value, facts) =>
      `${firstFaulty(value)} is not a valid hreflang code; ${faultyLinks(value, facts)}.`,
    duplicate_code: (value, facts) =>
      `The code ${firstFaulty(value)} occurs with different URLs; ${faultyLinks(value, facts)}.`,
    no_self_reference: ({ links }) => `The page has ${counted(links, 'hreflang link')}, but none to itself.`,
    absent: 'The page has no hreflang links.',
  },
  examples: {
    passes: {
      html: '<head><link rel="alternate" hreflang="en-GB" href="https://example.com/"><link rel="alternate" hreflang="de" href="https://example.com/de"></head>',
    },
    fails: { html: '<head><link rel="alternate" hreflang="en-UK" href="https://example.com/"></head>' },
  },
  run(page) {
    const alternates = languageAlternates(metadataLinks(page));
    if (alternates.length === 0) return notApplicable('absent');
    const repeated = repeatedAmong(alternates);
    const faults = alternates.flatMap((link) => {
      const reason = codeFault(link.hreflang) ?? (repeated.has(link) ? ('duplicate_code' as const) : null);
      return reason === null ? [] : [{ reason, link }];
    });
    const value = {
      links: alternates.length,
      codes: alternates.map(codeOf),
      faulty_codes: faults.map(({ link }) => codeOf(link)),
      has_x_default: alternates.some(({ hreflang }) => hreflang.toLowerCase() === 'x-default'),
    };
    const [first] = faults;
    if (first) return fail(first.reason, { value, evidence: faults.map(({ link }) => placeOf(link)) });
    const own = new Set([page.url, canonicalOf(page) ?? page.url].map(upperEscapes));
    const namesItself = alternates.some(({ href }) => href !== null && own.has(upperEscapes(href)));
    return namesItself ? pass(value) : fail('no_self_reference', { value });
  },
});

function firstFaulty({ faulty_codes }: Links): string {
  return quoted(faulty_codes[0] ?? '');
}

function faultyLinks({ links }: Links, { places }: MessageFacts): string {
  return `${places.toLocaleString('en')} of ${counted(links, 'hreflang link')} ${places === 1 ? 'is' : 'are'} faulty`;
}

function codeOf({ hreflang }: DocumentLink): string {
  return hreflang.slice(0, 40);
}

/** Registered as subtags, but no countries of ISO 3166-1, so that search engines don't know them.
 *  @see https://developers.google.com/search/docs/specialty/international/localized-versions */
const NO_COUNTRIES = new Set(['eu', 'ez', 'un']);

/** @see https://www.rfc-editor.org/rfc/rfc5646#section-2.1 */
function codeFault(code: string): CodeFault | null {
  if (code.toLowerCase() === 'x-default') return null;
  const [, ...subtags] = code.toLowerCase().split('-');
  for (const subtag of subtags) {
    if (/^[a-z]{4}$/.test(subtag)) {
      if (!isRegisteredScript(subtag)) return 'unknown_script';
    } else if (/^([a-z]{2}|\d{3})$/.test(subtag)) {
      if (!isRegisteredRegion(subtag) || NO_COUNTRIES.has(subtag)) return 'unknown_region';
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
