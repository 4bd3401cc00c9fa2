import { fail, notApplicable, pass, type SurroundingsCheck } from '../../check.js';
import { headerValues } from '../../page.js';

export const favicon: SurroundingsCheck = {
  id: 'favicon',
  name: 'Favicon',
  category: 'seo',
  importance: 'low',
  what: 'The site has an icon: either one that the page links to, or /favicon.ico.',
  why: 'Search results, tabs and bookmarks show it next to the title.',
  fix: 'Put <link rel="icon" href="/icon.svg"> into the head, and make sure that the URL returns an image.',
  source: 'https://developers.google.com/search/docs/appearance/favicon-in-search',
  method: 'exact',
  examples: {
    passes: {
      html: '',
      answers: {
        favicon: {
          url: 'https://example.com/favicon.ico',
          status: 200,
          error: null,
          headers: [['content-type', 'image/x-icon']],
          isImage: true,
        },
      },
    },
    fails: {
      html: '',
      answers: {
        favicon: {
          url: 'https://example.com/favicon.ico',
          status: 404,
          error: null,
          headers: [],
          isImage: false,
        },
      },
    },
  },
  judge({ references, answers: { favicon: answer } }) {
    if (!answer || answer.error === 'blocked_address') return notApplicable('not_asked');
    const details = { value: answer.url, evidence: [references.favicon.place] };
    if (answer.status !== 200) return fail('missing', details);
    const type = headerValues(answer, 'content-type')[0] ?? '';
    return answer.isImage || /^\s*image\//i.test(type) ? pass(answer.url) : fail('not_an_image', details);
  },
};
