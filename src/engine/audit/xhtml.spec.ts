import { elementsNamed, isInHead } from './dom/dom.js';
import { evidenceOf } from './dom/evidence.js';
import { aPage } from './example-page.js';
import { lighthouseParity } from './parity/lighthouse.js';
import { observatoryTests } from './parity/observatory.js';

const TRANSITIONAL =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

const xhtml = (html: string) =>
  aPage({ html, headers: [['content-type', 'application/xhtml+xml; charset=utf-8']] });

/** Names of the elements in the body, each with that of its parent. */
function bodyOf(html: string): string[] {
  const { elements, body } = xhtml(`<html><head><title>A</title></head><body>${html}</body></html>`).dom;
  return elements.slice(elements.indexOf(body as never) + 1).map(({ tagName, parentNode }) => {
    return `${parentNode && 'tagName' in parentNode ? parentNode.tagName : ''} ${tagName}`;
  });
}

describe('XHTML', () => {
  it.each([
    ['<script src="/a.js"/><p>x</p>', ['body script', 'body p']],
    [
      '<div/><a id="x"/><textarea/><iframe src="/a"/><p>x</p>',
      ['body div', 'body a', 'body textarea', 'body iframe', 'body p'],
    ],
    ['<br/><img src="/a"/><hr/><input/>', ['body br', 'body img', 'body hr', 'body input']],
    ['<svg><title/><g><path/></g></svg><p/>', ['body svg', 'svg title', 'svg g', 'g path', 'body p']],
    ['<script>"<div/>"</script><!-- <div/> --><i title="<b/>"/>', ['body script', 'body i']],
    ['<table><tr><td/><td>x</td></tr></table>', ['body table', 'table tbody', 'tbody tr', 'tr td', 'tr td']],
  ])('ends self-closed elements: %s', (html, elements) => {
    expect(bodyOf(html)).toEqual(elements);
  });

  it('keeps its positions behind self-closed elements', () => {
    const { dom } = xhtml('<html><head>\n<title/><script src="/a.js"/>\n <meta name="a"/></head></html>');
    const [meta] = elementsNamed(dom, 'meta');
    expect(meta && isInHead(dom, meta)).toBe(true);
    expect(meta && evidenceOf(dom, meta)).toMatchObject({ line: 3, column: 2, excerpt: '<meta name="a"/>' });
  });

  it.each([
    ['', 0],
    [TRANSITIONAL, 1],
  ])('has no quirks, but Lighthouse wants a doctype: %s', (doctype, score) => {
    const page = xhtml(`${doctype}<html xml:lang="en"><body/></html>`);
    expect(page.dom.mode).toBe('no-quirks');
    const { audits } = lighthouseParity(page);
    expect(audits).toMatchObject({ doctype: score, 'html-has-lang': 1 });
  });

  it('is HTML for the Observatory', () => {
    const scripts = '<script src="/a.js"/><script src="http://a.example/"/></script>';
    expect(observatoryTests(xhtml(`<html>${scripts}</html>`)).tests['subresource-integrity']).toBe(0);
  });
});

it('leaves HTML as it is', () => {
  const { dom } = aPage({ html: `${TRANSITIONAL}<body><div/><p>x</p></body>` });
  expect(dom.mode).toBe('limited-quirks');
  expect(elementsNamed(dom, 'p')[0]?.parentNode).toMatchObject({ tagName: 'div' });
});
