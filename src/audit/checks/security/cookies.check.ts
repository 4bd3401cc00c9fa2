import { type DocumentCheck, fail, notApplicable, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { cookiesOf, gradeCookies } from '../../parity/cookies.js';
import { hasLongHsts } from '../../parity/observatory.js';

export const cookies: DocumentCheck = {
  id: 'cookies',
  name: 'Cookies',
  category: 'security',
  importance: 'medium',
  what: 'Every cookie is Secure, and session cookies are HttpOnly.',
  why: 'Otherwise cookies can be read in transit or by an injected script, and a stolen session cookie gives access to the account.',
  fix: 'Set cookies with "Secure; HttpOnly; SameSite=Lax". Use SameSite=None only with Secure.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/Cookies',
  method: 'exact',
  examples: {
    passes: { html: '', headers: [['set-cookie', 'session=1; Secure; HttpOnly; SameSite=Lax']] },
    fails: { html: '', headers: [['set-cookie', 'session=1']] },
  },
  run(page) {
    const {
      result,
      modifier,
      faults,
      cookies: count,
    } = gradeCookies(cookiesOf(page, false), hasLongHsts(page));
    if (count === 0) return notApplicable('no_cookies');
    const value = { cookies: count, observatory_result: result, observatory_modifier: modifier };
    if (modifier >= 0) return pass(value);
    return fail(result, {
      value,
      evidence: faults.map(({ name, fault }) => textEvidence(`${name}: ${fault}`)),
    });
  },
};
