import { aTls } from '../../example-page.js';
import { headerCases, type ObservatoryCase } from './case.fixture.js';

const HSTS = 'strict-transport-security';

/** Starts with cases from the Observatory's own tests; the rest is derived from its rules. */
export const HSTS_CASES: readonly ObservatoryCase[] = [
  { what: 'no header', page: {}, modifier: -20 },
  ...headerCases(HSTS, [
    [-20, 'includeSubDomains; preload'],
    [-20, 'max-age=15768000; includeSubDomains, max-age=15768000; includeSubDomains'],
    [-10, 'max-age=86400'],
    [0, 'max-age=15768000; includeSubDomains; preload'],
  ]),
  ...headerCases(HSTS, [[-20, 'max-age=15768000']], { url: 'http://example.com/' }),
  ...headerCases(HSTS, [[-20, 'max-age=15768000; includeSubDomains; preload']], {
    tls: aTls({ isVerified: false }),
  }),
  ...headerCases(HSTS, [
    [
      -20,
      '',
      ' ',
      'max-age',
      'max-age = 31536000',
      'max-age =31536000',
      'maxage=31536000',
      '"max-age=31536000"',
      'max-age:31536000',
      'max-age=31536000,',
      ['max-age=31536000', 'max-age=31536000'],
      'max-age=31536000; a="b,c"',
      `preload;${' '.repeat(1010)}max-age=31536000`,
    ],
    [-10, 'max-age=0', 'max-age=15551999', 'max-age=-1', 'max-age=31536000; max-age=1', 'max-age=1e9'],
    [-10, 'max-age=1_000_000_000', 'max-age=15551999.9', `max-age=${'0'.repeat(120)}31536000`],
    [
      0,
      'max-age=15552000',
      'MAX-AGE=31536000',
      'max-age= 31536000',
      'max-age=31536000;',
      'preload; max-age=31536000',
      'max-age=1; max-age=31536000',
      'max-age=31536000x',
      'max-age=+31536000',
      'max-age=abc',
      'max-age=',
      'max-age="31536000"',
      'max-age=1; max-age=abc',
      'max-age=999999999999999999999999',
      'unknown; max-age=31536000; unknown=1',
    ],
  ]),
];
