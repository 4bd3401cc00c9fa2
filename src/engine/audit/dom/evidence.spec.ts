import { aPage } from '../example-page.js';
import { elementsNamed } from './dom.js';
import { type Evidence, evidenceOf } from './evidence.js';

function placesOf(html: string, name: string): Evidence[] {
  const { dom } = aPage({ html });
  return elementsNamed(dom, name).map((element) => evidenceOf(dom, element));
}

describe('evidenceOf', () => {
  it('finds a start tag with tags in its attributes', () => {
    const html = '<p>\n <img alt="<img>" title="<a <a ">';
    expect(placesOf(html, 'img')).toEqual([
      { selector: 'img', line: 2, column: 2, excerpt: '<img alt="<img>" title="<a <a ">' },
    ]);
  });

  it('finds no tag for an element that the parser added', () => {
    const [made, own] = placesOf('<p><b>x<p>y<b>', 'b').slice(1);
    expect(made).toMatchObject({ line: null, excerpt: '<b>' });
    expect(own).toMatchObject({ line: 1, column: 12 });
  });

  it.each(['\n', '\r\n', '\r'])('counts lines that end with %j, however many', (end) => {
    const [place] = placesOf(`<p>${`text${end}`.repeat(50_000)}  <img>`, 'img');
    expect(place).toMatchObject({ line: 50_001, column: 3 });
  });

  it('numbers siblings with the same name', () => {
    const selectors = placesOf('<body><i></i><b></b>x<i></i>', 'i').map(({ selector }) => selector);
    expect(selectors).toEqual(['i:nth-of-type(1)', 'i:nth-of-type(2)']);
    expect(placesOf('<body><i></i><b></b>x<i></i>', 'b')[0]?.selector).toBe('b');
  });
});
