import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { loggedPath } from './log-requests.js';

const TOKEN = '0123456789abcdef0123456789abcdef';
const encoded = (text: string) =>
  [...text].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');

describe('loggedPath', () => {
  it.each([
    ['/api/v1/reports/9007199254740991', '/api/v1/reports/9007199254740991'],
    ['/api/v1/websites/1/share-url', '/api/v1/websites/1/share-url'],
    ['/docs/checks/404-page', '/docs/checks/404-page'],
    ['/problems/unsupported-media-type', '/problems/unsupported-media-type'],
    ['/', '/'],
    ['*', '…'],
  ])('shows %s as %s', (target, shown) => {
    expect(loggedPath(target)).toBe(shown);
  });

  it.each([
    [`/s/${TOKEN}`, '/s/…'],
    [`/s/${TOKEN}/reports/1?token=${TOKEN}`, '/s/…/reports/1'],
    [`/s/${TOKEN}#${TOKEN}`, '/s/…'],
    [`/S/${TOKEN.toUpperCase()}/badge.svg`, '/S/…/badge.svg'],
    [`//s//${TOKEN}`, '//s//…'],
    [`/a/../s/./${TOKEN}`, '/a/../s/./…'],
    [`/s/${encoded(TOKEN)}`, '/s/…'],
    [`/${encoded('s')}/${TOKEN}`, '/…/…'],
    [`/s%2F${TOKEN}`, '/…'],
    [`/s;v=1/${TOKEN};v=1`, '/…/…'],
    [`/s\\${TOKEN}`, '/…'],
    [`http://user:secret@host:80/s/${TOKEN}`, '…//…/s/…'],
    ['/s/abcdefghijklmnopqrstuV', '/s/…'],
  ])('masks the token in %s', (target, shown) => {
    expect(loggedPath(target)).toBe(shown);
  });

  it('never shows a token, whatever surrounds it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const token = randomBytes(16).toString('hex');
        expect(loggedPath(`${before}${token}${after}`)).not.toContain(token);
      }),
    );
  });
});
