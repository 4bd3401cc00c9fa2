import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { sri } from './sri.check.js';

const script = (attributes: string) => ({ html: `<script ${attributes}></script>` });
const HASH = `integrity="sha256-${'A'.repeat(43)}="`;
const scripts = (...attributes: string[]) => ({
  html: attributes.map((text) => script(`src="https://example.org/a.js" ${text}`).html).join(''),
});

verdictsOf(sri, [
  ['does not apply without scripts', { html: '' }, 'not_applicable'],
  ['does not apply to scripts of this site', script('src="/a.js"'), 'not_applicable'],
  ['does not apply to a subdomain', script('src="https://static.example.com/a.js"'), 'not_applicable'],
  [
    'does not apply to its own address without a scheme',
    script('src="//example.com/a.js"'),
    'not_applicable',
  ],
  ['fails another site over http', script(`src="http://example.org/a.js" ${HASH}`), 'foreign_over_http'],
  [
    'passes http that browsers request over https',
    {
      ...script(`src="http://example.org/a.js" ${HASH}`),
      headers: [['content-security-policy', 'upgrade-insecure-requests']],
    },
    'pass',
  ],
  ['fails another site', script('src="https://example.org/a.js"'), 'foreign_without_integrity'],
  ['fails another site without a scheme', script('src="//example.org/a.js"'), 'foreign_without_integrity'],
  [
    'fails another site by base',
    { html: '<base href="https://example.org/"><script src="a.js"></script>' },
    'foreign_without_integrity',
  ],
  ['passes a hash', script(`src="https://example.org/a.js" ${HASH}`), 'pass'],
  [
    'fails a text that is not a hash',
    script('src="https://example.org/a.js" integrity="yes"'),
    'foreign_without_integrity',
  ],
  ['fails plain http, hash or not', script(`src="http://example.org/a.js" ${HASH}`), 'foreign_over_http'],
  [
    'distinguishes two sites on one hosting domain',
    { ...script('src="https://b.github.io/a.js"'), url: 'https://a.github.io/' },
    'foreign_without_integrity',
  ],
  [
    'ignores a data block, which no browser loads',
    script('type="text/plain" src="https://example.org/a.js"'),
    'not_applicable',
  ],
  [
    'ignores a script for browsers without modules',
    script('nomodule src="https://example.org/a.js"'),
    'not_applicable',
  ],
  ['fails a module', script('type="module" src="https://example.org/a.js"'), 'foreign_without_integrity'],
  [
    'ignores scripts within noscript, which no browser runs',
    { html: '<noscript><script src="https://example.org/a.js"></script></noscript>' },
    'not_applicable',
  ],
]);

it.each([
  [scripts(HASH), 'The only script from another site has an integrity hash.'],
  [scripts(HASH, HASH), 'Each of the 2 scripts from other sites has an integrity hash.'],
  [scripts(''), 'The only script from another site has no integrity hash.'],
  [scripts('', HASH), '1 of 2 scripts from other sites has no integrity hash.'],
  [scripts('', '', HASH), '2 of 3 scripts from other sites have no integrity hash.'],
  [
    { html: scripts('').html + script('src="http://example.org/a.js"').html },
    '1 of 2 scripts from other sites is loaded over plain http.',
  ],
])('counts scripts from other sites: %j', (page, expected) => {
  expect(messageOf(findingOn(sri, page))).toBe(expected);
});
