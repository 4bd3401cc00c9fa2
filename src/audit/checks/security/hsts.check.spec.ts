import { type Header } from '../../page.js';
import { verdictsOf } from '../verdicts.fixture.js';
import { hsts } from './hsts.check.js';

const sent = (...values: string[]) => ({
  html: '',
  headers: values.map((value): Header => ['strict-transport-security', value]),
});

verdictsOf(hsts, [
  ['does not apply to plain http', { url: 'http://example.com/', html: '' }, 'not_applicable'],
  ['fails without the header', { html: '' }, 'missing'],
  ['passes 180 days', sent('max-age=15552000'), 'pass'],
  ['fails one second less', sent('max-age=15551999'), 'too_short'],
  ['fails max-age=0, which turns it off', sent('max-age=0'), 'too_short'],
  [
    'passes all directives, in any case and order',
    sent('includeSubDomains; Max-Age="31536000"; preload'),
    'pass',
  ],
  [
    'passes a trailing semicolon, which the standard allows',
    sent('max-age=31536000; includeSubDomains;'),
    'pass',
  ],
  ['passes blanks around the equals sign, which the standard allows', sent('max-age = 31536000'), 'pass'],
  ['fails a max-age that is no number', sent('max-age=abc'), 'invalid'],
  ['fails a max-age with a sign', sent('max-age=-1'), 'invalid'],
  ['fails without max-age', sent('includeSubDomains'), 'invalid'],
  ['fails max-age twice', sent('max-age=31536000; max-age=31536000'), 'invalid'],
  ['fails two headers folded into one', sent('max-age=31536000, max-age=31536000'), 'invalid'],
  ['warns of two headers', sent('max-age=31536000', 'max-age=31536000'), 'sent_twice'],
]);
