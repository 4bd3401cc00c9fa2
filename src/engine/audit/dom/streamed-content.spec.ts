import { serialize } from 'parse5';
import { audit } from '../audit.js';
import { aPage } from '../example-page.js';
import { elementsNamed } from './dom.js';
import { evidenceOf } from './evidence.js';
import { parseDom } from './parse.js';
import { visibleWords } from './visible-text.js';

const boundary = (id: number, fallback = '<p>Loading</p>') =>
  `<!--$?--><template id="B:${id}"></template>${fallback}<!--/$-->`;
const segment = (id: number) => `<template id="P:${id}"></template>`;
const content = (id: number, inside: string) => `<div hidden="" id="S:${id}">${inside}</div>`;
const script = (...calls: string[]) => `<script>${calls.join(';')}</script>`;

/** HTML of a body, without its scripts. */
function bodyOf(html: string, renderMark: string | null = null): string {
  const { body } = parseDom(`<body>${html}</body>`, { renderMark });
  return body ? serialize(body).replaceAll(/<script[^>]*>.*?<\/script>/gs, '') : '';
}

describe('content that React streamed', () => {
  it.each([
    [
      'takes the place of the fallback',
      `<main>${boundary(0)}</main>${content(0, '<h1>Shoes</h1>')}${script('$RC("B:0","S:0")')}`,
      '<main><!--$?--><h1>Shoes</h1><!--/$--></main>',
    ],
    [
      'does so after the definition of the function',
      `${boundary(0)}${content(0, 'Shoes')}${script('$RC=function(b,s){a("x","y")}', '$RC("B:0","S:0")')}`,
      '<!--$?-->Shoes<!--/$-->',
    ],
    [
      'waits for style sheets',
      `${boundary(0)}${content(0, 'Shoes')}${script('$RR("B:0","S:0",[["/a.css","x"]])')}`,
      '<!--$?-->Shoes<!--/$-->',
    ],
    [
      'is in its place, whatever its number and prefix',
      `${boundary(0).replace('B:', 'shop-B:')}${content(26, 'Shoes').replace('S:26', 'shop-S:1a')}${script('$RC("shop-B:0","shop-S:1a")')}`,
      '<!--$?-->Shoes<!--/$-->',
    ],
    [
      'takes the place of a segment',
      `<p>Blue ${segment(1)}!</p>${content(1, '<b>shoes</b>')}${script('$RS("S:1","P:1")')}`,
      '<p>Blue <b>shoes</b>!</p>',
    ],
    [
      'has segments of its own',
      `<main>${boundary(0)}</main>${content(0, `<h1>${segment(1)}</h1>${segment(2)}`)}${content(1, 'Shoes')}${content(2, '<i>Boots</i>')}${script('$RS("S:1","P:1")', '$RS("S:2","P:2")', '$RC("B:0","S:0")')}`,
      '<main><!--$?--><h1>Shoes</h1><i>Boots</i><!--/$--></main>',
    ],
    [
      'has boundaries of its own',
      `${boundary(0)}${content(0, `Shoes${boundary(1)}`)}${script('$RC("B:0","S:0")')}${content(1, 'Boots')}${script('$RC("B:1","S:1")')}`,
      '<!--$?-->Shoes<!--$?-->Boots<!--/$--><!--/$-->',
    ],
    [
      'replaces a fallback with boundaries',
      `${boundary(0, `<!--$-->a<!--/$-->${boundary(1)}<!--&-->b<!--/&--><!--$!-->c<!--/$-->`)}after${content(0, 'Shoes')}${script('$RC("B:0","S:0")')}`,
      '<!--$?-->Shoes<!--/$-->after',
    ],
    [
      'is not shown in a fallback that is replaced',
      `${boundary(0, boundary(1))}${content(0, 'Shoes')}${content(1, 'Boots')}${script('$RC("B:0","S:0")', '$RC("B:1","S:1")')}`,
      '<!--$?-->Shoes<!--/$-->',
    ],
    [
      'are rows of a table',
      `<table><tbody><tr><td>Blue</td></tr>${segment(1)}</tbody></table><table hidden=""><tbody id="S:1"><tr><td>Red</td></tr></tbody></table>${script('$RS("S:1","P:1")')}`,
      '<table><tbody><tr><td>Blue</td></tr><tr><td>Red</td></tr></tbody></table><table hidden=""></table>',
    ],
    [
      'takes all that follows a boundary without an end',
      `<main><!--$?--><template id="B:0"></template>x<p>y</p></main>${content(0, 'Shoes')}${script('$RC("B:0","S:0")')}`,
      '<main><!--$?-->Shoes</main>',
    ],
    [
      'is placed once',
      `${boundary(0)}${boundary(1)}${content(0, 'Shoes')}${script('$RC("B:0","S:0")', '$RC("B:1","S:0")')}`,
      `<!--$?-->Shoes<!--/$-->${boundary(1)}`,
    ],
    [
      'is not shown where it contains its own place',
      `Boots${content(0, boundary(0))}${script('$RC("B:0","S:0")')}`,
      'Boots',
    ],
  ])('%s', (_, html, expected) => {
    expect(bodyOf(html)).toBe(expected);
  });

  const waiting = `${boundary(0)}${content(0, 'Shoes')}`;
  it.each([
    ['without a script', waiting],
    ['if the script is data', `${waiting}<script type="application/json">$RC("B:0","S:0")</script>`],
    ['if the script is a file', `${waiting}<script src="/a.js">$RC("B:0","S:0")</script>`],
    ['if the call is a text of the page', `${waiting}<p>$RC("B:0","S:0")</p>`],
    ['if the boundary failed', `${waiting}${script('$RX("B:0","S:0")')}`],
    ['if the content is missing', `${boundary(0)}${script('$RC("B:0","S:0")')}`],
    ['if its place is missing', `${content(0, 'Shoes')}${script('$RC("B:0","S:0")')}`],
    ['if its place is no template', `<p id="P:0">x</p>${content(0, 'Shoes')}${script('$RS("S:0","P:0")')}`],
    [
      'if no boundary is pending',
      `<!--$--><template id="B:0"></template>x<!--/$-->${content(0, 'Shoes')}${script('$RC("B:0","S:0")')}`,
    ],
  ])('stays where it is %s', (_, html) => {
    expect(bodyOf(html)).toBe(html.replaceAll(/<script[^>]*>.*?<\/script>/gs, ''));
  });

  it('stays where a browser left it', () => {
    expect(bodyOf(`${waiting}${script('$RC("B:0","S:0")')}`, 'data-mark')).toBe(waiting);
  });

  const streamed = {
    html: `<!doctype html><title>Shop</title><body>\n${boundary(0)}\n<footer>End</footer>\n${content(0, '\n  <main><h1>Blue shoes</h1></main>')}\n${script('$RC("B:0","S:0")')}`,
  };

  it('counts in reading order, at its place in the source', () => {
    const { dom } = aPage(streamed);
    expect(visibleWords(dom)).toEqual(['blue', 'shoes', 'end']);
    const [heading] = elementsNamed(dom, 'h1');
    expect(heading && evidenceOf(dom, heading)).toMatchObject({
      line: 5,
      column: 9,
      excerpt: '<h1>',
      selector: 'h1',
    });
  });

  it('is judged as visible', () => {
    const findings = new Map(audit(aPage(streamed)).map((finding) => [finding.id, finding]));
    expect(findings.get('headings')).toMatchObject({ outcome: 'pass', value: { texts: ['Blue shoes'] } });
    expect(findings.get('script_rendered')).toMatchObject({ outcome: 'pass', value: { words: 3 } });
  });
});
