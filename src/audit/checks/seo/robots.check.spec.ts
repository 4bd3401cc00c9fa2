import { audit } from '../../audit.js';
import { aPage } from '../../page.fixture.js';
import { verdictsOf } from '../verdicts.fixture.js';
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
  ['does not apply to a missing file', file('x', 404), 'not_applicable'],
  ['does not apply to an empty file', file(''), 'not_applicable'],
  ['fails a server error', file('', 500), 'server_error'],
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
  const [finding] = audit(aPage(file('User-agent: *\nfoo\nDisallow: a')), [robots]);
  const { evidence = [], value } = finding ?? {};
  expect(value).toEqual(['syntax', 'pattern_start']);
  expect(evidence.map(({ line, excerpt }) => [line, excerpt])).toEqual([
    [2, 'foo'],
    [3, 'Disallow: a'],
  ]);
});
