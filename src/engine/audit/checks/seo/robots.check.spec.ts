import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { robots } from './robots.check.js';

const file = (body: string, status: number | null = 200) => ({ html: '', robotsTxt: { status, body } });

verdictsOf(robots, [
  [
    'passes rules for everyone',
    file('User-agent: *\r\nDisallow: /a$\rAllow:\nSitemap: https://example.com/s.xml # here'),
    'pass',
  ],
  ['passes names in capitals and comments alone', file('# hello\nUSER-AGENT : *\nDISALLOW : *.pdf'), 'pass'],
  ['passes crawl-delay before a user agent', file('Crawl-delay: 1'), 'pass'],
  [
    'passes records for other programs',
    file(
      'License: https://example.com/license.xml\nContent-Usage: train-ai=n\nSchemamap: https://example.com/map\nUser-agent: *\nDisallow:',
    ),
    'pass',
  ],
  ['does not apply to a missing file', file('x', 404), 'not_applicable'],
  ['does not apply to an empty file', file(''), 'not_applicable'],
  ['fails a server error', file('', 500), 'server_error'],
  ['fails too many requests, which robots take for a server error', file('', 429), 'server_error'],
  ['does not apply if it redirects too far', file('', 301), 'not_applicable'],
  [
    'does not apply if our own time ended',
    { html: '', robotsTxt: { status: null, error: 'too_slow', body: '' } },
    'not_applicable',
  ],
  [
    'fails a server that refuses connections',
    { html: '', robotsTxt: { status: null, error: 'connection_failed', body: '' } },
    'unreachable',
  ],
  ['fails without a response', file('', null), 'unreachable'],
  ['fails a line without a colon', file('User-agent: *\nDisallow /'), 'invalid_lines'],
  ['fails an unknown directive', file('Dissalow: /'), 'invalid_lines'],
  ['fails a rule before any user agent', file('Disallow: /\nUser-agent: *'), 'invalid_lines'],
  ['fails an empty user agent', file('User-agent:'), 'invalid_lines'],
  ['fails a pattern that begins with neither / nor *', file('User-agent: *\nDisallow: a'), 'invalid_lines'],
  ['fails a $ that is not the last', file('User-agent: *\nDisallow: /$a'), 'invalid_lines'],
  ['fails a sitemap without an absolute address', file('Sitemap: /sitemap.xml'), 'invalid_lines'],
  ['fails a sitemap of another protocol', file('Sitemap: file:///sitemap.xml'), 'invalid_lines'],
]);

it('shows every faulty line with its number', () => {
  const finding = findingOn(robots, file('User-agent: *\nfoo\nDisallow: a'));
  expect(finding.value).toEqual({ status: 200, invalid_lines: 2, faults: ['syntax', 'pattern_start'] });
  expect(messageOf(finding)).toBe(
    'The robots.txt has 2 invalid lines (no colon and path that starts with neither / nor *).',
  );
  expect(finding.evidence.map(({ line, excerpt }) => [line, excerpt])).toEqual([
    [2, 'foo'],
    [3, 'Disallow: a'],
  ]);
});

it('tells why there are no lines', () => {
  const failed = findingOn(robots, file('', 500));
  expect(failed.value).toEqual({ status: 500, invalid_lines: 0, faults: [] });
  expect(messageOf(failed)).toBe('The robots.txt returned status 500.');
  expect(messageOf(findingOn(robots, file('', null)))).toBe('The robots.txt could not be loaded.');
});
