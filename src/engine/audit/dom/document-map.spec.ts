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
    const compute = jest.fn(() => 1);
    const cached = once(compute);
    const key = {};
    cached(key);
    cached(key);
    expect(compute).toHaveBeenCalledTimes(1);
    aPage({ html: '<p>' });
    expect(cached(key)).toBe(1);
  });

  it('compute an inherited property of each element once per document', () => {
    const { dom } = aPage({ html: '<div lang=de><p><b></b></p><i></i></div>' });
    const compute = jest.fn(({ attrs }: { attrs: { value: string }[] }) => attrs[0]?.value);
    const languageOf = inherited(compute);
    expect(dom.elements.map(languageOf).filter((language) => language === 'de')).toHaveLength(4);
    expect(compute).toHaveBeenCalledTimes(dom.elements.length);
  });
});
