import { crc32 } from 'node:zlib';
import { hashOf, isMistyped, newSecret, shownOf } from './secret.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('newSecret', () => {
  it('is a prefix, 32 base62 characters and their checksum', () => {
    const [, random = '', checksum = ''] = /^pgk_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.exec(newSecret()) ?? [];
    const value = [...checksum].reduce((sum, digit) => sum * 62 + ALPHABET.indexOf(digit), 0);
    expect(value).toBe(crc32(random));
  });

  it('never repeats', () => {
    expect(new Set(Array.from({ length: 1000 }, newSecret)).size).toBe(1000);
  });
});

describe('isMistyped', () => {
  it('finds one wrong character in a generated key', () => {
    const secret = newSecret();
    expect(isMistyped(secret)).toBe(false);
    for (const at of [4, 20, 35, 36, 41]) {
      const other = secret[at] === 'a' ? 'b' : 'a';
      expect(isMistyped(secret.slice(0, at) + other + secret.slice(at + 1))).toBe(true);
    }
  });

  it('says nothing of texts of another form, which API_KEY may hold', () => {
    for (const text of ['pgk_unknown', `${newSecret()}0`, newSecret().slice(1), 'a-key-of-the-settings'])
      expect(isMistyped(text)).toBe(false);
  });
});

describe('hashOf', () => {
  it('is SHA-256', () => {
    expect(hashOf('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});

describe('shownOf', () => {
  it('shows both ends of a long key and nothing of a short one', () => {
    expect(shownOf('pgk_abcdefghijklmnopqrstuvwxyz')).toEqual({ prefix: 'pgk_abcd', lastFour: 'wxyz' });
    expect(shownOf('hunter2')).toEqual({ prefix: '', lastFour: '' });
  });
});
