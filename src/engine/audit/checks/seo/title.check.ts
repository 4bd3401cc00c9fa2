import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass } from '../../check.js';
import { elementsNamed, textContent } from '../../dom/dom.js';
import { withText } from '../../dom/evidence.js';
import { collapsed, headTitles } from '../../dom/titles.js';
import { quoted, quotedList } from '../../quoted.js';

export const title = documentCheck({
  id: 'title',
  name: 'Title',
  category: 'seo',
  importance: 'high',
  what: 'The head has exactly one title, which is not blank.',
  why: 'The title names the page in search results, browser tabs and bookmarks.',
  fix: 'Put one <title> with a short description of this page into the head, and remove any others.',
  source: 'https://developers.google.com/search/docs/appearance/title-link',
  method: 'exact',
  restsOnContent: true,
  value: { title_count: 'integer', titles: 'texts' },
  messages: {
    pass: ({ titles }) => `The title is ${quoted(titles[0] ?? '')}.`,
    missing: 'The page has no title.',
    outside_head: (_, { places }) => `The head has no title; the body has ${counted(places, 'title')}.`,
    empty: 'The title has no text.',
    multiple: ({ title_count, titles }) =>
      `The head has ${counted(title_count, 'title')} (${quotedList(titles)}).`,
  },
  examples: {
    passes: { html: '<head><title>Blue shoes</title></head>' },
    fails: { html: '<head></head>' },
  },
  run({ dom }) {
    const all = elementsNamed(dom, 'title');
    const evidence = all.map(withText);
    const titles = headTitles(dom).map((element) => collapsed(textContent(element)));
    const value = { title_count: titles.length, titles };
    if (titles.length === 0) return fail(all.length > 0 ? 'outside_head' : 'missing', { value, evidence });
    if (titles.length > 1) return fail('multiple', { value, evidence });
    return titles[0] === '' ? fail('empty', { value, evidence }) : pass(value);
  },
});
