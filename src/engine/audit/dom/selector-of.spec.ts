import { selectAll } from 'css-select';
import fc from 'fast-check';
import { treeAdapter } from '../css/tree-adapter.js';
import { aPage } from '../example-page.js';
import { type Dom, type Element, elementsNamed, type Node } from './dom.js';
import { selectorOf } from './selector-of.js';

function domOf(html: string): Dom {
  return aPage({ html }).dom;
}

/** Elements of a document that a selector matches, by an engine of its own. */
function matchesOf({ elements }: Dom, selector: string): Element[] {
  const root = elements.find(({ tagName }) => tagName === 'html');
  return selectAll<Node, Element>(selector, root ? [root] : [], { adapter: treeAdapter });
}

const NAMES = ['div', 'p', 'b', 'i', 'ul', 'li', 'a', 'x-y', 'section'];
const IDS = ['', '', '', ' id="one"', ' id="two"', ' id="not plain"', ' id="9"'];

const trees = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc
    .tuple(
      fc.constantFrom(...NAMES),
      fc.constantFrom(...IDS),
      fc.array(fc.oneof({ depthSize: 'small' }, fc.constant('text'), tie('tree')), { maxLength: 5 }),
    )
    .map(([name, id, content]) => `<${name}${id}>${content.join('')}</${name}>`),
})).tree;

describe('selectorOf', () => {
  it('matches the element alone, whatever the document', () => {
    fc.assert(
      fc.property(fc.array(trees, { maxLength: 6 }), (parts) => {
        const dom = domOf(parts.join(''));
        for (const element of dom.elements) {
          const selector = selectorOf(dom, element);
          expect({ selector, found: matchesOf(dom, selector) }).toEqual({ selector, found: [element] });
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['<nav><a>1</a></nav><main><a>2</a></main>', 'a', ['nav > a', 'main > a']],
    ['<div id="x"><a>1</a></div><div id="y"><a>2</a></div>', 'a', ['#x > a', '#y > a']],
    ['<p id="x"></p><p id="x"></p>', 'p', ['p:nth-of-type(1)', 'p:nth-of-type(2)']],
    [
      '<p><b>1</b></p><p><b>2</b><b>3</b></p>',
      'b',
      ['p:nth-of-type(1) > b', 'p:nth-of-type(2) > b:nth-of-type(1)', 'b:nth-of-type(2)'],
    ],
    [
      '<svg><linearGradient/><linearGradient/></svg>',
      'linearGradient',
      ['body > svg > *:nth-child(1)', 'body > svg > *:nth-child(2)'],
    ],
  ])('is short: %s', (html, name, selectors) => {
    const dom = domOf(html);
    const elements = dom.byName.get(name) ?? [];
    expect(elements.map((element) => selectorOf(dom, element))).toEqual(selectors);
  });

  it('takes time in proportion to the document, with 100,000 elements of one name', () => {
    const dom = domOf(`<ul>${'<li><b>x</b></li>'.repeat(50_000)}</ul>`);
    const cells = elementsNamed(dom, 'b');
    const selectors = cells.map((cell) => selectorOf(dom, cell));
    expect(selectors.at(-1)).toBe('body > ul > li:nth-of-type(50000) > b');
  });
});
