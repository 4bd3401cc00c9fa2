import { crc32 } from 'node:zlib';
import { hashOf, newSecret, shownOf } from './secret.js';

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
