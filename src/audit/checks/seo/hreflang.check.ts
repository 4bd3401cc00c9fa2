import { type DocumentCheck, fail, notApplicable, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { alternateFault, languageAlternates } from '../../parity/hreflang.js';

export const hreflang: DocumentCheck = {
  id: 'hreflang',
  name: 'Language versions (hreflang)',
  category: 'seo',
  importance: 'medium',
  what: 'Every hreflang link has a valid language and an absolute URL.',
  why: 'Search engines ignore links with an unknown language or a relative URL.',
  fix: 'Start each hreflang with a registered language such as "de", and each href with https://.',
  source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  method: 'exact',
  examples: {
    passes: { html: '<head><link rel="alternate" hreflang="de-CH" href="https://example.com/de-ch"></head>' },
    fails: { html: '<head><link rel="alternate" hreflang="xx" href="https://example.com/xx"></head>' },
  },
  run(page) {
    const alternates = languageAlternates(page);
    if (alternates.length === 0) return notApplicable('absent');
    const faulty = alternates.filter((link) => alternateFault(link) !== null);
    const evidence = faulty.map(
      (link) => link.element ?? textEvidence(`Link: <${link.hrefRaw}>; hreflang="${link.hreflang}"`),
    );
    const languages = alternates.map((link) => link.hreflang).slice(0, 100);
    const [first] = faulty;
    return first ? fail(alternateFault(first) ?? '', { value: languages, evidence }) : pass(languages);
  },
};
