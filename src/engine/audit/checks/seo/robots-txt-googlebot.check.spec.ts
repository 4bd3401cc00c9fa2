import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { robotsTxtGooglebot } from './robots-txt-googlebot.check.js';

const robots = (body: string, status: number | null = 200) => ({ html: '', robotsTxt: { status, body } });

verdictsOf(robotsTxtGooglebot, [
  ['does not apply without a robots.txt', robots('', 404), 'not_applicable'],
  ['does not apply to an empty one', robots(''), 'not_applicable'],
  ['fails without a response', robots('', null), 'unreachable'],
  [
    'does not apply if our own time ended',
    { html: '', robotsTxt: { status: null, error: 'too_slow', body: '' } },
    'not_applicable',
  ],
  ['fails a server error', robots('', 503), 'server_error'],
  ['fails 429, which Google takes for a server error', robots('', 429), 'server_error'],
  ['passes a rule for another path', robots('User-agent: *\nDisallow: /x'), 'pass'],
  ['fails a rule for all', robots('User-agent: *\nDisallow: /'), 'disallowed'],
  [
    'passes where its own group allows what the group for all forbids',
    robots('User-agent: *\nDisallow: /\n\nUser-agent: googlebot\nAllow: /'),
    'pass',
  ],
  ['reads a misspelled Disallow as Google does', robots('User-agent: *\nDisalow: /'), 'disallowed'],
  [
    'compares the address as it is sent: Google reads the rule as /a%2Fb',
    { ...robots('User-agent: *\nDisallow: /a%2fb'), url: 'https://example.com/a%2fb' },
    'pass',
  ],
  [
    'fails an address that is sent as Google reads the rule',
    { ...robots('User-agent: *\nDisallow: /a%2fb'), url: 'https://example.com/a%2Fb' },
    'disallowed',
  ],
]);

it.each([
  [
    robots('', 503),
    'The robots.txt returned status 503, so Googlebot may not fetch the page.',
    { status: 503, pattern: null, other_parsers_agree: null },
  ],
  [
    robots('', null),
    'The robots.txt could not be loaded, so Googlebot may not fetch the page.',
    { status: null, pattern: null, other_parsers_agree: null },
  ],
  [
    robots('User-agent: *\nDisallow: /'),
    'The rule “Disallow: /” in robots.txt keeps Googlebot from fetching the page.',
    { status: 200, pattern: '/', other_parsers_agree: true },
  ],
  [
    robots('User-agent: *\nDisalow: /'),
    'The rule “Disallow: /” in robots.txt keeps Googlebot from fetching the page; other parsers allow it.',
    { status: 200, pattern: '/', other_parsers_agree: false },
  ],
  [
    robots('User-agent: *\nAllow: /'),
    'The rule “Allow: /” in robots.txt lets Googlebot fetch the page.',
    { status: 200, pattern: '/', other_parsers_agree: null },
  ],
  [
    robots('User-agent: *\nDisallow: /x'),
    'No rule in robots.txt keeps Googlebot from fetching the page.',
    { status: 200, pattern: null, other_parsers_agree: null },
  ],
])('names the rule: %j', (page, message, value) => {
  const finding = findingOn(robotsTxtGooglebot, page);
  expect(finding.value).toEqual(value);
  expect(messageOf(finding)).toBe(message);
});
