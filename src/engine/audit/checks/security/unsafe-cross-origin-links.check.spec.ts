import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { unsafeCrossOriginLinks } from './unsafe-cross-origin-links.check.js';

const link = (attributes: string, href = 'https://example.org/') => ({
  html: `<a href="${href}" ${attributes}>x</a>`,
});

verdictsOf(unsafeCrossOriginLinks, [
  ['does not apply to a link in the same window', link(''), 'not_applicable'],
  ['does not apply to the own site', link('target="_blank"', '/a'), 'not_applicable'],
  ['passes noopener', link('target="_blank" rel="nofollow NoOpener"'), 'pass'],
  ['passes noreferrer', link('target="_BLANK" rel="noreferrer"'), 'pass'],
  ['fails neither', link('target="_blank" rel="nofollow"'), 'no_noopener'],
  [
    'fails a link of a page where all open in a new window',
    { html: `<base href="/"><base target="_blank">${link('').html}` },
    'no_noopener',
  ],
  [
    'does not apply to a link that opens in the same window unlike the others',
    { html: `<base target="_blank">${link('target="_self"').html}` },
    'not_applicable',
  ],
  ['fails opener', link('target="_blank" rel="opener"'), 'no_noopener'],
]);

it.each([
  [
    link('target="_blank" rel="noopener"'),
    '1 link opens another site in a new window that has no access to this page.',
  ],
  [link('target="_blank"'), '1 link opens another site in a new window without noopener or noreferrer.'],
  [
    { html: link('target="_blank"').html.repeat(2) },
    '2 links open another site in a new window without noopener or noreferrer.',
  ],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(unsafeCrossOriginLinks, page))).toBe(message);
});
