import { fail, notApplicable, pass, surroundingsCheck } from '../../check.js';
import { isDataUrl } from '../../data-url.js';
import { headerValues } from '../../page.js';
import { quoted } from '../../quoted.js';
import { isRefusal } from '../../refusals.js';
import { isUnknown } from '../../surroundings.js';

export const favicon = surroundingsCheck({
  id: 'favicon',
  name: 'Favicon',
  category: 'seo',
  importance: 'low',
  what: 'The site has an icon: either one that the page links to, or /favicon.ico.',
  why: 'Search results, tabs and bookmarks show it next to the title.',
  fix: 'Put <link rel="icon" href="/icon.svg"> into the head, and make sure that the URL returns an image.',
  source: 'https://developers.google.com/search/docs/appearance/favicon-in-search',
  method: 'exact',
  value: { url: 'text', status: 'integer?' },
  messages: {
    pass: ({ url }) =>
      isDataUrl(url) ? 'The icon is part of the page, in a data: URL.' : `The icon is ${quoted(url)}.`,
    missing: ({ url, status }) =>
      status === null
        ? `The icon ${quoted(url)} could not be loaded.`
        : `The icon ${quoted(url)} returned status ${String(status)} instead of status 200.`,
    not_an_image: ({ url }) => `The icon ${quoted(url)} is not an image.`,
    not_asked: 'The response to the icon is unknown.',
  },
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
  judge({ page, references, responses: { favicon: response } }) {
    const icon = references.favicon.url;
    if (isDataUrl(icon)) return pass({ url: icon, status: null });
    const isOwn = response?.url.startsWith(`${new URL(page.url).origin}/`) === true;
    if (!response || isUnknown(response) || isRefusal(response, isOwn)) return notApplicable('not_asked');
    const { url, status } = response;
    const value = { url, status };
    const evidence = [references.favicon.place];
    if (status !== 200) return fail('missing', { value, evidence });
    const type = headerValues(response, 'content-type')[0] ?? '';
    return response.isImage || /^\s*image\//i.test(type)
      ? pass(value)
      : fail('not_an_image', { value, evidence });
  },
});
