import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { language } from './language.check.js';

const XHTML = { headers: [['content-type', 'application/xhtml+xml']] } as const;

verdictsOf(language, [
  ['passes a language', { html: '<html lang="en">' }, 'pass'],
  ['passes capitals and a region', { html: '<HTML LANG=EN-us>' }, 'pass'],
  ['passes what axe passes: dashes and blanks around', { html: '<html lang=" de--CH">' }, 'pass'],
  ['passes a valid xml:lang beside it', { html: '<html lang=en xml:lang=en>' }, 'pass'],
  ['fails without one', { html: '<html>' }, 'missing'],
  ['fails an empty one', { html: '<html lang="">' }, 'missing'],
  ['fails a blank one', { html: '<html lang=" ">' }, 'missing'],
  ['fails xml:lang alone', { html: '<html xml:lang="en">' }, 'missing'],
  ['passes xml:lang alone in XHTML', { ...XHTML, html: '<html xml:lang="en">' }, 'pass'],
  ['fails an unknown xml:lang alone in XHTML', { ...XHTML, html: '<html xml:lang="xyzzy">' }, 'invalid'],
  ['fails without either in XHTML', { ...XHTML, html: '<html lang="">' }, 'missing'],
  ['fails an unknown language', { html: '<html lang="xyzzy">' }, 'invalid'],
  ['fails an underscore', { html: '<html lang="en_US">' }, 'invalid'],
  ['fails an unknown xml:lang', { html: '<html lang=en xml:lang=xyzzy>' }, 'invalid'],
  ['does not count lang on the body', { html: '<body lang=en>' }, 'missing'],
]);

it.each([
  ['<html lang=" de--CH">', 'The html element declares the language “de--CH”.'],
  ['<html hidden>', 'The html element is hidden from screen readers and needs no language.'],
  ['<html>', 'The html element has no lang attribute.'],
  ['<html lang=" ">', 'The lang attribute of the html element is empty.'],
  ['<html lang="en_US">', 'The language of the html element, “en_US”, is not valid.'],
  [
    '<html lang=en xml:lang=xyzzy>',
    'The html element declares “en” in lang and “xyzzy” in xml:lang; at least one is not a valid language.',
  ],
])('tells what %s declares', (html, message) => {
  expect(messageOf(findingOn(language, { html }))).toBe(message);
});

it.each([
  ['<html xml:lang="de">', 'The html element declares the language “de”.'],
  ['<html xml:lang="xyzzy">', 'The language of the html element, “xyzzy”, is not valid.'],
])('tells what %s declares in XHTML', (html, message) => {
  expect(messageOf(findingOn(language, { ...XHTML, html }))).toBe(message);
});
