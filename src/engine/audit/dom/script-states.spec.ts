import { aPage } from '../example-page.js';
import { elementsNamed } from './dom.js';
import { isHidden } from './visibility.js';

const MARK =
  '<script>document.documentElement.className = document.documentElement.className.replace("no-js", "js")</script>';

/** Whether the paragraph of a document is hidden. */
function hides(html: string): boolean {
  const [paragraph] = elementsNamed(aPage({ html: `<!doctype html>${html}` }).dom, 'p');
  if (!paragraph) throw new Error('There is no paragraph');
  return isHidden(paragraph);
}

describe('what scripts take away on every page', () => {
  it.each([
    [
      'the mark of a page without scripts',
      `<html class="no-js a">${MARK}<style>.no-js p{display:none}</style><p>x`,
    ],
    [
      'the mark on the body',
      '<body class="a no-js"><script>document.body.classList.replace("no-js","js")</script><style>.no-js p{display:none}</style><p>x',
    ],
    [
      'what moves in',
      '<style>.elementor-invisible{visibility:hidden}</style><p class="a elementor-invisible b">x',
    ],
    ['a cloak', '<style>[x-cloak]{display:none !important}</style><main x-cloak><p>x</main>'],
  ])('hides nothing: %s', (_what, html) => {
    expect(hides(html)).toBe(false);
  });

  it.each([
    [
      'a mark that no script of the page takes away',
      '<html class="no-js"><style>.no-js p{display:none}</style><p>x',
    ],
    ['what is for pages with scripts', `<html class="no-js">${MARK}<style>.js p{display:none}</style><p>x`],
    ['what waits for a condition', '<style>[x-cloak]{display:none}</style><p x-show="open" x-cloak>x'],
    [
      'other classes',
      '<style>.elementor-hidden{display:none}</style><p class="elementor-hidden">elementor-invisible',
    ],
  ])('still hides %s', (_what, html) => {
    expect(hides(html)).toBe(true);
  });
});
