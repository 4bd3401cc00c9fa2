import axe from 'axe-core';
import { isRegisteredLanguage } from './languages.js';

const axeLanguages = (axe.utils as typeof axe.utils & { validLangs(): string[] }).validLangs();

describe('isRegisteredLanguage', () => {
  it('knows every language that axe knows', () => {
    expect(axeLanguages.filter((subtag) => !isRegisteredLanguage(subtag))).toEqual([]);
    expect(axeLanguages.length).toBeGreaterThan(8000);
  });

  it.each(['', 'x', 'xx', 'e', 'eng-gb', 'EN', 'constructor', 'qaa..qtz '])(
    'does not know "%s"',
    (subtag) => {
      expect(isRegisteredLanguage(subtag)).toBe(false);
    },
  );
});
