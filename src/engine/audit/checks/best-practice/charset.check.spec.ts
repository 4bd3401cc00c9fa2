import { messageOf } from '../../message.js';
import { type Header } from '../../page.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { charset } from './charset.check.js';

const plain: Header[] = [['content-type', 'text/html']];
const page = (html: string) => ({ html, headers: plain });

verdictsOf(charset, [
  ['passes a meta element', page('<meta charset=utf-8>'), 'pass'],
  [
    'passes the old form of it',
    page('<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">'),
    'pass',
  ],
  [
    'passes quotes within the old form',
    page(`<meta http-equiv=content-type content="text/html; charset='utf-8'">`),
    'pass',
  ],
  ['passes blanks around the name', page('<meta charset=" utf-8 ">'), 'pass'],
  ['passes another name of it', page('<meta charset=unicode-1-1-utf-8>'), 'pass'],
  ['fails an encoding that browsers do not know', page('<meta charset=utf-9>'), 'missing'],
  [
    'passes a meta element if browsers do not know the encoding in the header',
    { html: '<meta charset=utf-8>', headers: [['content-type', 'text/html; charset=none']] },
    'pass',
  ],
  [
    'warns of the header, which comes before the meta element',
    { html: '<meta charset=utf-8>', headers: [['content-type', 'text/html; charset=latin1']] },
    'not_utf_8',
  ],
  ['passes the header', { html: '', headers: [['content-type', 'text/html; charset=UTF-8']] }, 'pass'],
  [
    'passes a quoted charset in the header, which the standard allows',
    { html: '', headers: [['content-type', 'text/html; charset="utf-8"']] },
    'pass',
  ],
  [
    'passes a byte-order mark, which the standard puts first',
    { html: '', headers: plain, byteOrderMark: 'utf-8' },
    'pass',
  ],
  [
    'warns of a byte-order mark of another encoding, whatever else is declared',
    { ...page('<meta charset=utf-8>'), byteOrderMark: 'utf-16le' },
    'not_utf_8',
  ],
  ['fails without a declaration', page('<title>A page</title>'), 'missing'],
  ['fails a name too short to be one', page('<meta charset=u>'), 'missing'],
  [
    'passes a declaration that ends at character 1024',
    page(`<!--${' '.repeat(1024 - 27)}--><meta charset=utf-8>`),
    'pass',
  ],
  ['fails one that ends after it', page(`<!--${' '.repeat(1024 - 26)}--><meta charset=utf-8>`), 'missing'],
  ['fails one in a comment', page('<!-- <meta charset=utf-8> -->'), 'missing'],
  ['fails one in the body', page('<body><p></p><meta charset=utf-8>'), 'missing'],
  ['warns of another encoding', page('<meta charset=iso-8859-1>'), 'not_utf_8'],
]);

it('quotes the encoding', () => {
  const finding = findingOn(charset, page('<meta charset=iso-8859-1>'));
  expect(messageOf(finding)).toBe(
    'The document declares the character encoding “iso-8859-1” instead of UTF-8.',
  );
});

it('shows the header only if it was sent', () => {
  expect(findingOn(charset, page('')).evidence).toMatchObject([{ excerpt: 'Content-Type: text/html' }]);
  expect(findingOn(charset, { html: '', headers: [] }).evidence).toEqual([]);
});
