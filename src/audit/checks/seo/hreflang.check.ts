import { type Check, fail, notApplicable, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { type DocumentLink, documentLinks } from '../../dom/head.js';
import { isRegisteredLanguage } from '../../languages.js';

export const hreflang: Check = {
  id: 'hreflang',
  category: 'seo',
  importance: 'medium',
  what: 'Every hreflang names a language that exists and an absolute address.',
  why: 'Search engines ignore an alternate whose language they do not know or whose address is relative.',
  fix: 'Begin each hreflang with a registered language such as "de", and each href with https://.',
  source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  method: 'exact',
  examples: {
    passes: { html: '<head><link rel="alternate" hreflang="de-CH" href="https://example.com/de-ch"></head>' },
    fails: { html: '<head><link rel="alternate" hreflang="xx" href="https://example.com/xx"></head>' },
  },
  run(page) {
    const alternates = documentLinks(page).filter((link) => link.rel === 'alternate' && link.hreflang !== '');
    if (alternates.length === 0) return notApplicable('absent');
    const faulty = alternates.filter((link) => faultOf(link) !== null);
    const evidence = faulty.map(
      (link) => link.element ?? textEvidence(`Link: <${link.hrefRaw}>; hreflang="${link.hreflang}"`),
    );
    const languages = alternates.map((link) => link.hreflang).slice(0, 100);
    const [first] = faulty;
    return first ? fail(faultOf(first) ?? '', { value: languages, evidence }) : pass(languages);
  },
};

/** @see https://developer.chrome.com/docs/lighthouse/seo/hreflang/ */
function faultOf({ hreflang, hrefRaw }: DocumentLink): string | null {
  const code = hreflang.toLowerCase();
  const [language = ''] = code.split('-');
  if (code !== 'x-default' && !isRegisteredLanguage(language)) return 'unknown_language';
  return /^https?:/i.test(hrefRaw) ? null : 'relative_url';
}
