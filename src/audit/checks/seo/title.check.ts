import { type DocumentCheck, fail, pass } from '../../check.js';
import { elementsNamed, isInHead, textContent } from '../../dom/dom.js';

export const title: DocumentCheck = {
  id: 'title',
  name: 'Title',
  category: 'seo',
  importance: 'high',
  what: 'The head has exactly one title, which is not blank.',
  why: 'The title names the page in search results, browser tabs and bookmarks.',
  fix: 'Put one <title> with a short description of this page into the head, and remove any others.',
  source: 'https://developers.google.com/search/docs/appearance/title-link',
  method: 'exact',
  examples: {
    passes: { html: '<head><title>Blue shoes</title></head>' },
    fails: { html: '<head></head>' },
  },
  run({ dom }) {
    const titles = elementsNamed(dom, 'title');
    const inHead = titles.filter((element) => isInHead(dom, element));
    const text = inHead.map((element) => textContent(element).replaceAll(/\s+/g, ' ').trim());
    if (inHead.length === 0)
      return fail(titles.length > 0 ? 'outside_head' : 'missing', { evidence: titles });
    if (inHead.length > 1) return fail('multiple', { value: text, evidence: titles });
    return text[0] === '' ? fail('empty', { evidence: titles }) : pass(text[0]);
  },
};
