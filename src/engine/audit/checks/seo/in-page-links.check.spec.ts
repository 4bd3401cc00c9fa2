import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { inPageLinks } from './in-page-links.check.js';

const links = (count: number, address: (n: number) => string) => ({
  html: Array.from({ length: count }, (_, n) => `<a href="${address(n)}">x</a>`).join(''),
});

verdictsOf(inPageLinks, [
  ['passes 150 addresses', links(150, (n) => `/${String(n)}`), 'pass'],
  ['fails 151 addresses', links(151, (n) => `/${String(n)}`), 'too_many'],
  ['counts an address once', links(400, () => '/a'), 'pass'],
  ['counts no fragments', links(400, (n) => `/a#${String(n)}`), 'pass'],
  ['counts no mail', links(400, (n) => `mailto:${String(n)}@example.com`), 'pass'],
]);

it.each([
  [links(1, () => '/a'), 'The page links to 1 different URL.'],
  [
    links(1234, (n) => `/${String(n)}`),
    'The page links to 1,234 different URLs; it should link to at most 150.',
  ],
])('says the number of links and the limit', (page, message) => {
  expect(messageOf(findingOn(inPageLinks, page))).toBe(message);
});
