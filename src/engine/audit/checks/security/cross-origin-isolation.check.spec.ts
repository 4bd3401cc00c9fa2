import { type Header } from '../../page.js';
import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { crossOriginIsolation } from './cross-origin-isolation.check.js';

const sent = (...headers: Header[]) => ({ html: '', headers });

verdictsOf(crossOriginIsolation, [
  ['passes without any', { html: '' }, 'pass'],
  [
    'passes an opener policy with a report',
    sent(['cross-origin-opener-policy', 'same-origin; report-to="x"']),
    'pass',
  ],
  ['passes an embedder policy', sent(['cross-origin-embedder-policy', 'credentialless']), 'pass'],
  ['passes a resource policy', sent(['cross-origin-resource-policy', 'same-site']), 'pass'],
  [
    'fails a value in capitals: tokens have their case',
    sent(['cross-origin-opener-policy', 'Same-Origin']),
    'invalid',
  ],
  [
    'fails a value that ends in a semicolon: it is not a structured field',
    sent(['cross-origin-opener-policy', 'same-origin;']),
    'invalid',
  ],
  ['fails a quoted value', sent(['cross-origin-embedder-policy', '"require-corp"']), 'invalid'],
  [
    'fails two headers',
    sent(['cross-origin-opener-policy', 'same-origin'], ['cross-origin-opener-policy', 'same-origin']),
    'invalid',
  ],
  ['fails a resource policy in capitals', sent(['cross-origin-resource-policy', 'Same-Origin']), 'invalid'],
  ['fails a resource policy that does not exist', sent(['cross-origin-resource-policy', 'none']), 'invalid'],
]);

it.each([
  [
    sent(),
    'The page sends none of the headers Cross-Origin-Opener-Policy, Cross-Origin-Embedder-Policy and Cross-Origin-Resource-Policy.',
  ],
  [
    sent(['cross-origin-opener-policy', 'same-origin']),
    'The page sends “Cross-Origin-Opener-Policy: same-origin”.',
  ],
  [
    sent(['cross-origin-opener-policy', 'yes'], ['cross-origin-embedder-policy', 'require-corp']),
    'Browsers ignore the invalid header “Cross-Origin-Opener-Policy: yes”.',
  ],
  [
    sent(['cross-origin-opener-policy', 'yes'], ['cross-origin-resource-policy', 'none']),
    'Browsers ignore 2 invalid headers (“Cross-Origin-Opener-Policy: yes” and “Cross-Origin-Resource-Policy: none”).',
  ],
])('quotes the headers: %j', (page, expected) => {
  expect(messageOf(findingOn(crossOriginIsolation, page))).toBe(expected);
});
