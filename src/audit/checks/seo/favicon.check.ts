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
      responses: {
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
      responses: {
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
  judge({ references, responses: { favicon: response } }) {
    if (!response || response.error === 'blocked_address') return notApplicable('not_asked');
    const details = { value: response.url, evidence: [references.favicon.place] };
    if (response.status !== 200) return fail('missing', details);
    const type = headerValues(response, 'content-type')[0] ?? '';
    return response.isImage || /^\s*image\//i.test(type) ? pass(response.url) : fail('not_an_image', details);
  },
};
