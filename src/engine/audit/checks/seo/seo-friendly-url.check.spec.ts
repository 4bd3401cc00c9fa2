import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { seoFriendlyUrl } from './seo-friendly-url.check.js';

const at = (path: string) => ({ url: `https://example.com${path}`, html: '' });

verdictsOf(seoFriendlyUrl, [
  ['passes the root', at('/'), 'pass'],
  ['passes escapes in capitals: they are no letters', at('/caf%C3%A9'), 'pass'],
  ['fails capitals', at('/Shoes'), 'capitals'],
  ['fails underscores', at('/blue_shoes'), 'underscores'],
  ['fails blanks', at('/blue%20shoes'), 'blanks'],
  ['passes a plus, which is no blank in a path', at('/c++'), 'pass'],
  ['fails empty segments', at('/a//b'), 'empty_segments'],
  ['fails a session id in the path', at('/a;jsessionid=1'), 'session_id'],
  ['fails a session id in the query', at('/a?PHPSESSID=1'), 'session_id'],
  ['passes a parameter that only ends like one', at('/a?side=1'), 'pass'],
  ['passes 115 characters', at(`/${'a'.repeat(114)}`), 'pass'],
  ['fails 116 characters', at(`/${'a'.repeat(115)}`), 'too_long'],
  ['counts characters, not their escapes', at(`/${encodeURI('商品'.repeat(57))}`), 'pass'],
  ['fails 116 characters of which most are escaped', at(`/${encodeURI('商'.repeat(115))}`), 'too_long'],
  ['counts escapes that stand for no text', at(`/${'%ff'.repeat(39)}`), 'too_long'],
  ['passes three parameters', at('/?a=1&b=2&c=3'), 'pass'],
  ['fails four parameters', at('/?a=1&b=2&c=3&d=4'), 'too_many_parameters'],
  ['passes capitals and underscores in the query', at('/?Sort_By=Price'), 'pass'],
]);

it('names every fault', () => {
  const parameters = '?a=1&b=2&c=3&d=4';
  const finding = findingOn(seoFriendlyUrl, at(`/A_${'b'.repeat(113)}${parameters}`));
  expect(finding.value).toMatchObject({
    characters: 132,
    parameters: 4,
    faults: ['capitals', 'underscores', 'too_long', 'too_many_parameters'],
  });
  expect(messageOf(finding)).toBe(
    'The URL has capital letters, underscores, 132 characters after the host instead of at most 115 and 4 parameters instead of at most 3.',
  );
});

it('tells what a readable URL has', () => {
  expect(messageOf(findingOn(seoFriendlyUrl, at('/?a=1')))).toBe(
    'The URL is readable, with 5 characters after the host and 1 parameter.',
  );
});
