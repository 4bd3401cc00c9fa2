import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass } from '../../check.js';
import { type Dom, type Element } from '../../dom/dom.js';
import { parentOf } from '../../dom/inherited.js';

/** @see https://developer.chrome.com/docs/lighthouse/performance/dom-size */
const MAX_ELEMENTS = 1500;
const MAX_DEPTH = 32;

export const domSize = documentCheck({
  id: 'dom_size',
  name: 'DOM size',
  category: 'performance',
  importance: 'low',
  what: 'The document has at most 1500 elements, nested at most 32 levels deep.',
  why: 'Every element uses memory and slows down style and layout calculations.',
  fix: 'Remove wrapper elements, split long lists into pages, and create hidden parts only when they are opened.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/dom-size',
  method: 'exact',
  value: { elements: 'integer', depth: 'integer' },
  messages: {
    pass: ({ elements, depth }) =>
      `The document has ${counted(elements, 'element')}, nested up to ${counted(depth, 'level')} deep.`,
    too_many_elements: ({ elements }) =>
      `The document has ${counted(elements, 'element')}; it should have at most ${MAX_ELEMENTS.toLocaleString('en')}.`,
    too_deep: ({ depth }) =>
      `The elements are nested up to ${counted(depth, 'level')} deep; at most ${counted(MAX_DEPTH, 'level')} are recommended.`,
  },
  examples: {
    passes: { html: '<p>text' },
    fails: { html: '<p>'.repeat(1501) },
  },
  run({ dom }) {
    const { depth, deepest } = deepestOf(dom);
    const value = { elements: dom.elements.length, depth };
    if (value.elements > MAX_ELEMENTS) return fail('too_many_elements', { value });
    if (depth <= MAX_DEPTH) return pass(value);
    return fail('too_deep', { value, evidence: deepest ? [deepest] : [] });
  },
});

/** One pass is enough, because parents come before their children. */
function deepestOf({ elements }: Dom): { depth: number; deepest: Element | undefined } {
  const depths = new Map<Element, number>();
  let deepest: Element | undefined;
  let depth = 0;
  for (const element of elements) {
    const parent = parentOf(element);
    const own = (parent ? (depths.get(parent) ?? 0) : 0) + 1;
    depths.set(element, own);
    if (own > depth) [depth, deepest] = [own, element];
  }
  return { depth, deepest };
}
