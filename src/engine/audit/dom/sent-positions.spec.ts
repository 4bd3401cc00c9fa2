import { elementsNamed } from './dom.js';
import { evidenceOf } from './evidence.js';
import { parseDom } from './parse.js';
import { positionsIn } from './sent-positions.js';

const SENT = `<!doctype html>
<title>Shop</title>
<div id="root" class="empty"></div>
<img src="a.png">
  <img src="b.png"><p>One<p>Two
<a href="/x">X</a>`;

/** Lines of the elements with a name in a document that scripts have changed. */
function linesIn(rendered: string, name: string): (number | null)[] {
  const dom = parseDom(rendered, { renderMark: 'data-mark', sentPositions: positionsIn(parseDom(SENT)) });
  return elementsNamed(dom, name).map((element) => evidenceOf(dom, element).line);
}

describe('positions of a rendered document', () => {
  it('are those of the sent one', () => {
    expect(linesIn(SENT, 'img')).toEqual([4, 5]);
    expect(linesIn(`<a data-mark="l" href="/x">X</a><img src="b.png">`, 'a')).toEqual([6]);
    expect(evidenceOf(parseDom(SENT), elementsNamed(parseDom(SENT), 'img')[1] as never).column).toBe(3);
  });

  it('are unknown for elements that scripts made', () => {
    expect(linesIn(`${SENT}<img src="c.png">`, 'img')).toEqual([4, 5, null]);
  });

  it('are unknown where it is not certain which of several elements is meant', () => {
    expect(linesIn(SENT, 'p')).toEqual([5, 5]);
    expect(linesIn(`${SENT}<p>Three`, 'p')).toEqual([null, null, null]);
  });

  it('are found by the id where scripts changed other attributes, in whatever order', () => {
    expect(linesIn('<div class="full" id="root">…</div>', 'div')).toEqual([3]);
    expect(linesIn('<div class="empty" id="root">…</div>', 'div')).toEqual([3]);
  });
});
