import { foldCase } from './fold-case.js';

describe('foldCase', () => {
  it.each([
    ['Example', 'eXAMPLE'],
    ['é', 'É'],
    ['ЖУК', 'жук'],
    ['straße', 'STRASSE'],
    ['ß', 'ẞ'],
    ['ΟΔΌΣ', 'οδός'],
    ['οδόσ', 'οδός'],
    ['ǅ', 'ǆ'],
    ['Ⅷ', 'ⅷ'],
    ['𐐀', '𐐨'],
  ])('folds %s and %s to the same', (one, other) => {
    expect(foldCase(one)).toBe(foldCase(other));
  });

  it('keeps different letters apart', () => {
    expect(foldCase('e')).not.toBe(foldCase('é'));
  });
});
