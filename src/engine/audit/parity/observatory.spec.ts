import { aPage } from '../example-page.js';
import { observatoryTests } from './observatory.js';
import { COOKIE_CASES } from './observatory-cases/cookie.fixture.js';
import { CSP_RULE_CASES } from './observatory-cases/csp-rules.fixture.js';
import { THEIR_CSP_CASES } from './observatory-cases/csp.fixture.js';
import {
  CONTENT_TYPE_OPTIONS_CASES,
  EMBEDDER_POLICY_CASES,
  FRAME_CASES,
  OPENER_POLICY_CASES,
  RESOURCE_POLICY_CASES,
} from './observatory-cases/header.fixture.js';
import { HSTS_CASES } from './observatory-cases/hsts.fixture.js';
import { REFERRER_CASES } from './observatory-cases/referrer.fixture.js';
import { SCRIPT_CASES } from './observatory-cases/script.fixture.js';

/** Results of the HTTP Observatory's algorithm 6: cases from its own tests, and more derived from its rules. */
const CASES = [
  ['content-security-policy', THEIR_CSP_CASES],
  ['content-security-policy', CSP_RULE_CASES],
  ['cookies', COOKIE_CASES],
  ['referrer-policy', REFERRER_CASES],
  ['strict-transport-security', HSTS_CASES],
  ['subresource-integrity', SCRIPT_CASES],
  ['x-content-type-options', CONTENT_TYPE_OPTIONS_CASES],
  ['x-frame-options', FRAME_CASES],
  ['cross-origin-resource-policy', RESOURCE_POLICY_CASES],
  ['cross-origin-embedder-policy', EMBEDDER_POLICY_CASES],
  ['cross-origin-opener-policy', OPENER_POLICY_CASES],
] as const;

describe.each(CASES)('%s', (test, cases) => {
  it.each(cases)('gets $modifier for $what', ({ page, modifier }) => {
    expect(observatoryTests(aPage(page)).tests[test]).toBe(modifier);
  });
});

describe('cross-origin-resource-sharing', () => {
  it.each(['*', 'https://mozilla.org', 'https://http-observatory.security.mozilla.org'])(
    'gets 0 for %s',
    (origin) => {
      const headers = [
        ['access-control-allow-origin', origin],
        ['access-control-allow-credentials', 'true'],
      ] as const;
      expect(observatoryTests(aPage({ headers })).tests['cross-origin-resource-sharing']).toBe(0);
    },
  );
});
