import { verdictsOf } from '../verdicts.fixture.js';
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
  ['fails opener', link('target="_blank" rel="opener"'), 'no_noopener'],
]);
