import { messageOf } from '../../message.js';
import { type Header } from '../../page.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { contentTypeHeader } from './content-type-header.check.js';

const sent = (...values: string[]) => ({
  html: '',
  headers: values.map((value): Header => ['content-type', value]),
});

verdictsOf(contentTypeHeader, [
  ['fails without the header', sent(), 'missing'],
  ['passes HTML in any case', sent('Text/HTML;charset=utf-8'), 'pass'],
  ['passes XHTML', sent('application/xhtml+xml'), 'pass'],
  ['fails two headers', sent('text/html', 'text/plain'), 'sent_twice'],
  ['fails two types in one header', sent('text/html, text/html; charset=utf-8'), 'sent_twice'],
  ['fails an empty header like a missing one', sent(''), 'missing'],
  ['fails a type that only begins like HTML', sent('text/html5'), 'not_html'],
]);

it.each([
  [sent('text/html'), 'The Content-Type header is “text/html”.'],
  [sent('text/plain'), 'The Content-Type header is “text/plain”, which is not a type of HTML.'],
  [
    sent('text/html', 'text/plain'),
    'The response has 2 content types (“text/html” and “text/plain”); it should have only one.',
  ],
])('says what it found (%#)', (page, message) => {
  expect(messageOf(findingOn(contentTypeHeader, page))).toBe(message);
});
