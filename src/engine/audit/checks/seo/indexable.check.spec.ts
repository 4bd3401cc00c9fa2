import { type Header } from '../../page.js';
import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { indexable } from './indexable.check.js';

const html = '<title>A page</title>';
const tags = (...values: string[]) => ({
  html,
  headers: values.map((value): Header => ['x-robots-tag', value]),
});
const robots = (body: string, status = 200) => ({
  html,
  url: 'https://example.com/a?b',
  robotsTxt: { status, body },
});

verdictsOf(indexable, [
  ['passes a page without directives', { html }, 'pass'],
  ['passes other directives', { html: '<meta name=robots content="nofollow, max-snippet:5">' }, 'pass'],
  ['fails noindex', { html: '<meta name=ROBOTS content=" NoIndex ">' }, 'blocked_for_all'],
  ['fails none', { html: '<meta name=robots content="none">' }, 'blocked_for_all'],
  ['passes noindex in the body', { html: '<body><p></p><meta name=robots content=noindex>' }, 'pass'],
  [
    'fails noindex beside another robots meta',
    { html: '<meta name=robots content="index, follow"><meta name=robots content=noindex>' },
    'blocked_for_all',
  ],
  ['warns where one robot is blocked', { html: '<meta name=googlebot content=noindex>' }, 'blocked_for_some'],
  [
    'fails where one robot is let in: the strictest rule applies',
    { html: '<meta name=robots content=noindex><meta name=bingbot content=all>' },
    'blocked_for_all',
  ],
  [
    'passes noindex of a meta without a name',
    { html: '<meta content=noindex><meta name content=none>' },
    'pass',
  ],
  [
    'fails a date in the past',
    { html: '<meta name=robots content="unavailable_after: 2020-01-01">' },
    'blocked_for_all',
  ],
  [
    'passes a date in the future',
    { html: '<meta name=robots content="unavailable_after: 2099-01-01">' },
    'pass',
  ],
  [
    'fails after a time of a day',
    { html: '<meta name=robots content="unavailable_after: 2020-09-21T10:00:00">' },
    'blocked_for_all',
  ],
  ['passes a date that is none', { html: '<meta name=robots content="unavailable_after: soon">' }, 'pass'],
  [
    'fails a date with a weekday',
    tags('unavailable_after: Wed, 01 Jan 2020 00:00:00 GMT'),
    'blocked_for_all',
  ],
  [
    'fails a date with a weekday between other directives',
    {
      html: '<meta name=robots content="nofollow, unavailable_after: Saturday, 25-Jun-10 15:00:00 UTC, noarchive">',
    },
    'blocked_for_all',
  ],
  [
    'passes a date with a weekday in the future',
    tags('unavailable_after: Thu, 01 Jan 2099 00:00:00 GMT'),
    'pass',
  ],
  ['fails an X-Robots-Tag header', tags('noindex'), 'blocked_for_all'],
  ['fails the second of two headers', tags('nofollow', 'noindex'), 'blocked_for_all'],
  ['fails unavailable_after in a header', tags('unavailable_after: 2020-01-01'), 'blocked_for_all'],
  ['warns of a header for one robot', tags('Googlebot: noindex'), 'blocked_for_some'],
  ['reads the robot of a header in any case', tags('googlebot: noindex'), 'blocked_for_some'],
  [
    'warns of a header that names a robot after others',
    tags('nofollow, googlebot: noindex'),
    'blocked_for_some',
  ],
  [
    'warns of a header of several robots',
    tags('BadBot: noindex, nofollow, googlebot: noindex'),
    'blocked_for_some',
  ],
  ['passes a header for a robot that is not asked about', tags('BadBot: nofollow, noindex'), 'pass'],
  ['takes a directive with a value for what it is', tags('max-snippet:5, noindex'), 'blocked_for_all'],
  ['fails a robots.txt that shuts everyone out', robots('User-agent: *\nDisallow: /'), 'blocked_for_all'],
  [
    'warns of a robots.txt that shuts one robot out',
    robots('User-agent: bingbot\nDisallow: /a'),
    'blocked_for_some',
  ],
  ['passes what a longer rule allows', robots('User-agent: *\nDisallow: /\nAllow: /a'), 'pass'],
  ['compares the query too', robots('User-agent: *\nDisallow: /*?b$'), 'blocked_for_all'],
  ['passes a robots.txt that is not there', robots('User-agent: *\nDisallow: /', 404), 'pass'],
  ['passes an empty robots.txt', robots(''), 'pass'],
]);

it('names the robots that may not index the page', () => {
  const closed = robots('User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /');
  const finding = findingOn(indexable, closed);
  expect(finding.value).toEqual({ blocked_robots: ['*', 'bingbot', 'DuckDuckBot', 'archive.org_bot'] });
  expect(messageOf(finding)).toBe(
    'Not every search engine may index the page (blocked: Bingbot, DuckDuckBot, the Internet Archive and all other robots).',
  );
  const one = findingOn(indexable, { html: '<meta name=googlebot content=noindex>' });
  expect(messageOf(one)).toBe('Not every search engine may index the page (blocked: Googlebot).');
});
