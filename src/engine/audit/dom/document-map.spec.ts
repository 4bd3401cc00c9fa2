import { aPage } from '../example-page.js';
import { DocumentMap } from './document-map.js';
import { inherited } from './inherited.js';
import { once } from './once.js';

describe('caches of a document', () => {
  it('keep what they hold until the next document is parsed', () => {
    const cache = new DocumentMap<object, string>();
    const key = {};
    cache.set(key, 'value');
    expect([cache.has(key), cache.get(key)]).toEqual([true, 'value']);
    aPage({ html: '<p>' });
    expect([cache.has(key), cache.get(key)]).toEqual([false, undefined]);
  });

  it('compute a property of an object once per document', () => {
    let computed = 0;
    const cached = once((_key: object) => (computed += 1));
    const key = {};
    expect([cached(key), cached(key)]).toEqual([1, 1]);
    aPage({ html: '<p>' });
    expect(cached(key)).toBe(2);
  });

  it('compute an inherited property of each element once per document', () => {
    const { dom } = aPage({ html: '<div lang=de><p><b></b></p><i></i></div>' });
    let computed = 0;
    const languageOf = inherited(({ attrs }: { attrs: { value: string }[] }) => {
      computed += 1;
      return attrs[0]?.value;
    });
    expect(dom.elements.map(languageOf).filter((language) => language === 'de')).toHaveLength(4);
    expect(computed).toBe(dom.elements.length);
  });
});
