import { type Check, fail, pass } from '../../check.js';
import {
  attribute,
  descendants,
  type Element,
  elementsNamed,
  isElement,
  isHtml,
  textContent,
} from '../../dom/dom.js';
import { evidenceOf } from '../../dom/evidence.js';
import { isHidden } from '../../dom/visibility.js';

export const headings: Check = {
  id: 'headings',
  category: 'seo',
  importance: 'high',
  what: 'The page shows exactly one h1, which is not empty and not a copy of the title.',
  why: 'The main heading tells readers and search engines what the page is about, in other words than the title.',
  fix: 'Keep one <h1> with the subject of the page; make the others <h2> or lower, and word it differently from <title>.',
  source: 'https://html.spec.whatwg.org/multipage/sections.html#headings-and-outlines-2',
  method: 'exact',
  examples: {
    passes: { html: '<title>Blue shoes – Example</title><body><h1>Shoes in blue</h1>' },
    fails: { html: '<title>Blue shoes</title><body><h1>One</h1><h1>Two</h1>' },
  },
  run({ dom }) {
    const shown = elementsNamed(dom, 'h1').filter((heading) => !isHidden(heading));
    const evidence = shown.map((heading) => evidenceOf(dom, heading));
    const texts = shown.map(nameOf);
    if (shown.length === 0) return fail('missing');
    if (texts.every((text) => text === '')) return fail('empty', { evidence });
    if (shown.length > 1) return fail('multiple', { value: texts, evidence });
    const [title] = elementsNamed(dom, 'title');
    const isCopy = title !== undefined && normalized(textContent(title)) === texts[0];
    return isCopy ? fail('same_as_title', { value: texts[0] ?? '', evidence }) : pass(texts[0]);
  },
};

/** Its text, with each image standing for its alternative text. */
function nameOf(heading: Element): string {
  const alternatives = [...descendants(heading)]
    .filter((node): node is Element => isElement(node) && isHtml(node, 'img'))
    .map((image) => attribute(image, 'alt') ?? '');
  return normalized([textContent(heading), ...alternatives].join(' '));
}

function normalized(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
