import { aPage } from '../example-page.js';
import { type Dom, elementsNamed } from './dom.js';
import { evidenceOf } from './evidence.js';
import { isHidden, isNotRendered } from './visibility.js';

const page = (html: string) => aPage({ html, renderMark: 'data-m' });

function first(dom: Dom, name: string) {
  const [element] = elementsNamed(dom, name);
  if (!element) throw new Error(`No ${name}`);
  return element;
}

it.each([
  ['n', true],
  ['h', true],
  ['hv', false],
  ['s', false],
])('the mark %s: hidden %s', (mark, hidden) => {
  expect(isHidden(first(page(`<p data-m="${mark}">Text</p>`).dom, 'p'))).toBe(hidden);
});

it('a mark applies to what the element holds, until another one', () => {
  const { dom } = page('<div data-m="h"><p>One</p><b data-m="v">Two</b></div>');
  expect([isHidden(first(dom, 'p')), isHidden(first(dom, 'b'))]).toEqual([true, false]);
});

it('an invisible element is rendered, one that is not displayed is not', () => {
  const { dom } = page('<p data-m="h">One</p><b data-m="n">Two</b>');
  expect([isNotRendered(first(dom, 'p')), isNotRendered(first(dom, 'b'))]).toEqual([false, true]);
});

it('the content of an element can be hidden without itself', () => {
  const { dom } = page('<div data-m="c"><p>One</p></div>');
  expect([isHidden(first(dom, 'div')), isHidden(first(dom, 'p'))]).toEqual([false, true]);
});

it('an unmarked element is shown, whatever its style attribute and the style sheets say', () => {
  const { dom } = page('<style>p { display: none }</style><p style="visibility:hidden">One</p>');
  expect(isHidden(first(dom, 'p'))).toBe(false);
});

it('an element that browsers hide by default stays hidden without a mark', () => {
  const { dom } = page('<dialog>One</dialog><div hidden>Two</div>');
  expect([isHidden(first(dom, 'dialog')), isHidden(first(dom, 'div'))]).toEqual([true, true]);
});

it('marks are no part of the document or of evidence, and there are no positions', () => {
  const { dom, html } = page('<p data-m="h" class="a">One</p>');
  const paragraph = first(dom, 'p');
  expect(html).toBe('<p class="a">One</p>');
  expect(paragraph.attrs.map(({ name }) => name)).toEqual(['class']);
  expect(evidenceOf(dom, paragraph)).toMatchObject({ line: null, column: null, excerpt: '<p class="a">' });
});
