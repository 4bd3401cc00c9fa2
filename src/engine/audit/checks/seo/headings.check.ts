import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass } from '../../check.js';
import { accessibleName } from '../../axe/accessible-name.js';
import {
  attribute,
  descendants,
  type Dom,
  type Element,
  elementsNamed,
  isElement,
  isHtml,
  type Node,
  textContent,
} from '../../dom/dom.js';
import { withText } from '../../dom/evidence.js';
import { inherited } from '../../dom/inherited.js';
import { separatesWords } from '../../dom/inner-text.js';
import { isHidden } from '../../dom/visibility.js';
import { quoted, quotedList } from '../../quoted.js';

/** Maximum number of headings to read; two would be enough for the verdict. */
const MAX_NAMED = 20;
/** Maximum characters of one heading to report; nested headings share their text. */
const MAX_CHARACTERS = 1000;

export const headings = documentCheck({
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
  restsOnContent: true,
  value: { h1_count: 'integer', texts: 'texts' },
  messages: {
    pass: ({ texts }) => `The h1 heading is ${quoted(texts[0] ?? '')}.`,
    missing: 'The page has no visible h1 heading.',
    empty: (_value, { places }) => `The page has ${counted(places, 'h1 heading')} without any text.`,
    multiple: ({ h1_count, texts }) =>
      `The page has ${h1_count === MAX_NAMED ? 'at least ' : ''}${counted(h1_count, 'h1 heading')} (${quotedList(texts)}).`,
    same_as_title: ({ texts }) => `The h1 heading is a copy of the title, ${quoted(texts[0] ?? '')}.`,
  },
  examples: {
    passes: { html: '<title>Blue shoes – Example</title><body><h1>Shoes in blue</h1>' },
    fails: { html: '<title>Blue shoes</title><body><h1>One</h1><h1>Two</h1>' },
  },
  run({ dom }) {
    const shown = elementsNamed(dom, 'h1').filter((heading) => !isHidden(heading));
    const named = shown
      .slice(0, MAX_NAMED)
      .map((heading) => ({ heading, text: textOf(heading, { dom, max: MAX_CHARACTERS }) }))
      .filter(({ text }) => text !== '');
    const [first] = named;
    const value = { h1_count: named.length, texts: named.map(({ text }) => text) };
    if (shown.length === 0) return fail('missing', { value });
    if (!first) return fail('empty', { value, evidence: shown.map(withText) });
    const evidence = named.map(({ heading }) => withText(heading));
    if (named.length > 1) return fail('multiple', { value, evidence });
    const [title] = elementsNamed(dom, 'title');
    const whole = textOf(first.heading, { dom, max: Infinity });
    const isCopy = title !== undefined && normalized(textContent(title)) === whole;
    return isCopy ? fail('same_as_title', { value, evidence }) : pass(value);
  },
});

/** Visible text of a heading up to a number of characters, with alternative text in place of images; its accessible name
 *  if it shows no text. */
function textOf(heading: Element, { dom, max }: { readonly dom: Dom; readonly max: number }): string {
  const parts: string[] = [];
  let length = 0;
  let box: Element | undefined;
  for (const node of descendants(heading)) {
    const before = box;
    box = boxAround(node);
    const part = `${box === before ? '' : ' '}${shownPart(node)}`;
    const shown = length === 0 ? part.trimStart() : part;
    parts.push(shown);
    length += shown.length;
    if (length >= max) break;
  }
  const text = normalized(parts.join('').slice(0, max));
  return text === '' ? normalized(accessibleName(dom, heading).slice(0, max)) : text;
}

/** The innermost visible element around a node, or itself, that separates its words from those around it. */
function boxAround(node: Node): Element | undefined {
  if (isElement(node)) return boxOf(node);
  return 'parentNode' in node && node.parentNode && isElement(node.parentNode)
    ? boxOf(node.parentNode)
    : undefined;
}

const boxOf = inherited((element) => (separatesWords(element) && !isHidden(element) ? element : undefined));

function shownPart(node: Node): string {
  if (isElement(node)) return isHtml(node, 'img') && !isHidden(node) ? (attribute(node, 'alt') ?? '') : '';
  if (!('value' in node)) return '';
  const { parentNode: parent } = node;
  return parent && isElement(parent) && isHidden(parent) ? '' : node.value;
}

function normalized(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
