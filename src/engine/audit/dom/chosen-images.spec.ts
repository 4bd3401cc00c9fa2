import { aPage } from '../example-page.js';
import { resourcesOf } from './resources.js';

const PHONE = '<meta name="viewport" content="width=device-width">';
const picture = (...sources: string[]) =>
  `<picture>${sources.map((source) => `<source ${source}>`).join('')}<img src="/a.jpg"></picture>`;

function loaded(html: string): string[] {
  return resourcesOf(aPage({ html: PHONE + html })).map(({ url }) => new URL(url).pathname);
}

describe('the image that a phone loads', () => {
  it.each([
    ['the src', '<img src="/a.jpg">', ['/a.jpg']],
    ['no image without an address', '<img src=" " srcset=",">', []],
    ['a srcset without src', '<img srcset="/a.webp">', ['/a.webp']],
    ['the density above its own', '<img src="/a.jpg" srcset="/b.webp 2x, /c.webp 3x">', ['/b.webp']],
    ['the higher density nearby', '<img srcset="/a.webp 1x, /b.webp 2x">', ['/b.webp']],
    ['the lower density nearby', '<img srcset="/a.webp 1.5x, /b.webp 3x">', ['/a.webp']],
    ['the highest density if all are low', '<img src="/a.jpg" srcset="/b.webp 1.5x">', ['/b.webp']],
    ['the first of one density', '<img src="/a.jpg" srcset="/a.webp 1x, /b.webp">', ['/a.webp']],
    ['the width of the screen', '<img src="/a.jpg" srcset="/400 400w, /800 800w, /1600 1600w">', ['/800']],
    [
      'the width that applies to phones',
      '<img sizes="(min-width: 800px) 90vw, 50vw" srcset="/400 400w, /800 800w, /1600 1600w">',
      ['/400'],
    ],
    [
      'the screen for a computed width',
      '<img sizes="(max-width: 800px) calc(100vw - 32px), 50px" srcset="/90 90w, /800 800w">',
      ['/800'],
    ],
    ['a fixed width', '<img sizes="50px" srcset="/90 90w, /800 800w" src="/a.jpg">', ['/90']],
  ])('is %s', (_, html, expected) => {
    expect(loaded(html)).toEqual(expected);
  });

  it.each([
    ['the first source', picture('type="image/avif" srcset="/a.avif"', 'srcset="/a.webp"'), ['/a.avif']],
    ['a type with parameters', picture('type="image/WEBP; codecs=vp8" srcset="/a.webp"'), ['/a.webp']],
    ['no unsupported type', picture('type="image/jxl" srcset="/a.jxl"', 'srcset="/a.webp"'), ['/a.webp']],
    [
      'no source of other screens',
      picture('media="(min-width: 800px)" srcset="/wide.jpg"', 'media="(width < 800px)" srcset="/a.webp"'),
      ['/a.webp'],
    ],
    ['the img if no source is supported', picture('media="print" srcset="/a.webp"'), ['/a.jpg']],
    ['no source without a srcset', picture('src="/a.webp"'), ['/a.jpg']],
    ['no source after the img', '<picture><img src="/a.jpg"><source srcset="/a.webp"></picture>', ['/a.jpg']],
    [
      'no source of another element',
      '<video><source srcset="/a.webp"></video><img src="/a.jpg">',
      ['/a.jpg'],
    ],
  ])('of a picture is %s', (_, html, expected) => {
    expect(loaded(html)).toEqual(expected);
  });

  it('stands at the element that names it', () => {
    const [resource] = resourcesOf(aPage({ html: picture('srcset="/a.webp"') }));
    expect(resource?.element.tagName).toBe('source');
  });

  it.each([
    ['imagesrcset="/a.webp 2x"', ['/a.webp']],
    ['imagesrcset="/90 90w, /800 800w" imagesizes="50px"', ['/90']],
    ['', ['/a.jpg']],
  ])('is preloaded by %j', (attributes, expected) => {
    expect(loaded(`<link rel="preload" as="image" href="/a.jpg" ${attributes}>`)).toEqual(expected);
  });
});
