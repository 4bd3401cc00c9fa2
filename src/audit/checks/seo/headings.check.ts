import { type DocumentCheck, fail, pass } from '../../check.js';
import {
  attribute,
  descendants,
  type Element,
  elementsNamed,
  isElement,
  isHtml,
  textContent,
} from '../../dom/dom.js';
import { isHidden } from '../../dom/visibility.js';

/** Maximum number of headings to read; two would be enough for the verdict. */
const MAX_NAMED = 20;

export const headings: DocumentCheck = {
  id: 'headings',
  name: 'Headings',
  category: 'seo',
  importance: 'high',
  what: 'The page shows exactly one h1, which is not empty and not a copy of the title.',
  why: 'The main heading tells readers and search engines what the page is about, in other words than the title.',
  fix: 'Keep one <h1> with the subject of the page, worded differently from <title>, and make the others <h2> or lower.',
  source: 'https://html.spec.whatwg.org/multipage/sections.html#headings-and-outlines-2',
  method: 'exact',
  restsOnStyle: true,
  examples: {
    passes: { html: '<title>Blue shoes – Example</title><body><h1>Shoes in blue</h1>' },
    fails: { html: '<title>Blue shoes</title><body><h1>One</h1><h1>Two</h1>' },
  },
  run({ dom }) {
    const shown = elementsNamed(dom, 'h1').filter((heading) => !isHidden(heading));
    const named = shown.slice(0, MAX_NAMED).filter(isNamed);
    const [heading] = named;
    if (shown.length === 0) return fail('missing');
    if (!heading) return fail('empty', { evidence: shown });
    if (named.length > 1) return fail('multiple', { value: named.length, evidence: named });
    const [title] = elementsNamed(dom, 'title');
    const name = nameOf(heading);
    const isCopy = title !== undefined && normalized(textContent(title)) === name;
    return isCopy ? fail('same_as_title', { value: name, evidence: named }) : pass(name);
  },
};

/** Whether a heading has a name. Stops at the first text, because headings can be nested. */
function isNamed(heading: Element): boolean {
  for (const node of descendants(heading)) {
    const text = isElement(node) ? alternativeOf(node) : 'value' in node ? node.value : '';
    if (/\S/.test(text)) return true;
  }
  return false;
}

/** Text of a heading, with alternative text in place of images. */
function nameOf(heading: Element): string {
  const alternatives = [...descendants(heading)].filter(isElement).map(alternativeOf);
  return normalized([textContent(heading), ...alternatives].join(' '));
}

function alternativeOf(element: Element): string {
  return isHtml(element, 'img') ? (attribute(element, 'alt') ?? '') : '';
}

function normalized(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
