import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, type MessageFacts, notApplicable, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { metadataLinks } from '../../dom/head.js';
import { alternateFault, languageAlternates } from '../../parity/hreflang.js';
import { quoted } from '../../quoted.js';

export const hreflang = documentCheck({
  id: 'hreflang',
  name: 'Language versions (hreflang)',
  category: 'seo',
  importance: 'medium',
  what: 'Every hreflang link has a valid language and an absolute URL.',
  why: 'Search engines ignore links with an unknown language or a relative URL.',
  fix: 'Start each hreflang with a registered language such as "de", and each href with https://.',
  source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  method: 'exact',
  value: { links: 'integer', codes: 'texts', faulty_codes: 'texts' },
  messages: {
    pass: ({ links }) =>
      `The page has ${counted(links, 'hreflang link')}, with valid languages and absolute URLs.`,
    unknown_language: ({ links, faulty_codes }, facts) =>
      `The language in ${quoted(faulty_codes[0] ?? '')} is not registered; ${faultyLinks(links, facts)}.`,
    relative_url: ({ links, faulty_codes }, facts) =>
      `The URL for ${quoted(faulty_codes[0] ?? '')} does not start with https:// or http://; ${faultyLinks(links, facts)}.`,
    absent: 'The page has no hreflang links.',
  },
  examples: {
    passes: { html: '<head><link rel="alternate" hreflang="de-CH" href="https://example.com/de-ch"></head>' },
    fails: { html: '<head><link rel="alternate" hreflang="xx" href="https://example.com/xx"></head>' },
  },
  run(page) {
    const alternates = languageAlternates(metadataLinks(page));
    if (alternates.length === 0) return notApplicable('absent');
    const faults = alternates.flatMap((link) => {
      const reason = alternateFault(link);
      return reason === null ? [] : [{ reason, link }];
    });
    const evidence = faults.map(
      ({ link }) => link.element ?? textEvidence(`Link: <${link.hrefRaw}>; hreflang="${link.hreflang}"`),
    );
    const value = {
      links: alternates.length,
      codes: alternates.map(({ hreflang }) => hreflang),
      faulty_codes: faults.map(({ link }) => link.hreflang),
    };
    const [first] = faults;
    return first ? fail(first.reason, { value, evidence }) : pass(value);
  },
});

function faultyLinks(links: number, { places }: MessageFacts): string {
  return `${places.toLocaleString('en')} of ${counted(links, 'hreflang link')} ${places === 1 ? 'is' : 'are'} faulty`;
}
