import { aPage } from '../example-page.js';
import {
  BEST_PRACTICES_AUDITS,
  BEST_PRACTICES_FAULTS,
  BEST_PRACTICES_WEIGHTS,
  type Issue,
  type PracticeContext,
  type PracticeFacts,
  withBestPractices,
} from './best-practices.js';
import { lighthouseParity } from './lighthouse.js';

const GOOD: PracticeFacts = {
  hasInsecureRequests: false,
  hasErrors: false,
  asksForLocation: false,
  asksToNotify: false,
  hasInlineIcon: false,
  preventsPaste: false,
  issues: [],
  text: { all: 100, small: 0 },
  viewport: { width: 412, height: 823, scale: 1.75 },
  images: [],
};
const CONTEXT: PracticeContext = {
  isPhone: true,
  redirects: [],
  isPreloaded: () => false,
  favicon: { status: 200, error: null },
};
const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head></html>';
const PARITY = lighthouseParity(aPage({ html: PAGE }));

function judged(facts: Partial<PracticeFacts>, context: Partial<PracticeContext> = {}, parity = PARITY) {
  const run = { facts: { ...GOOD, ...facts }, fault: null };
  const { audits, best_practices: score } = withBestPractices(parity, run, { ...CONTEXT, ...context });
  return { failed: BEST_PRACTICES_AUDITS.filter((id) => audits[id] === 0), score, audits };
}

const issue = (...issues: Issue[]) => ({ issues });

describe('the category best practices', () => {
  it('has the weights of Lighthouse', () => {
    const weights = Object.values(BEST_PRACTICES_WEIGHTS);
    expect([5, 3, 1].map((weight) => weights.filter((each) => each === weight).length)).toEqual([3, 1, 11]);
  });

  it.each<[string, Partial<PracticeFacts>, readonly string[], number]>([
    ['nothing', {}, [], 100],
    ['a request without TLS', { hasInsecureRequests: true }, ['is-on-https'], 82],
    ['mixed content', issue('mixedContent'), ['is-on-https', 'inspector-issues'], 79],
    ['a deprecated function', issue('deprecation'), ['deprecations'], 82],
    ['a cookie', issue('cookie'), ['inspector-issues'], 96],
    [
      'a cookie that is phased out',
      issue('cookie', 'thirdPartyCookie'),
      ['third-party-cookies', 'inspector-issues'],
      79,
    ],
    ['a policy that is broken', issue('contentSecurityPolicy'), ['inspector-issues'], 96],
    ['a response that is blocked', issue('blockedByResponse'), ['inspector-issues'], 96],
    ['an advertisement that is too heavy', issue('heavyAd'), ['inspector-issues'], 96],
    ['an error', { hasErrors: true }, ['errors-in-console'], 96],
    ['a question for the place', { asksForLocation: true }, ['geolocation-on-start'], 96],
    ['a question for notifications', { asksToNotify: true }, ['notification-on-start'], 96],
    ['an input that refuses pasted text', { preventsPaste: true }, ['paste-preventing-inputs'], 89],
    ['40 % small text', { text: { all: 100, small: 40 } }, [], 100],
    ['41 % small text', { text: { all: 100, small: 41 } }, ['font-size'], 96],
    ['no text', { text: { all: 0, small: 0 } }, [], 100],
  ])('with %s', (_, facts, failed, score) => {
    expect(judged(facts)).toMatchObject({ failed, score });
  });

  it.each<[string, Partial<PracticeContext>, boolean]>([
    ['http://example.com/', {}, false],
    ['https://example.com/', {}, true],
    ['http://localhost/', {}, true],
    ['http://127.0.0.1:3000/', {}, true],
    ['http://[::1]/', {}, false],
    ['http://shop.localhost/', {}, true],
    ['http://example.com/', { isPreloaded: (host) => host === 'example.com' }, true],
  ])('with a redirect from %s (%p): is-on-https passes is %p', (url, context, passes) => {
    expect(judged({}, { redirects: ['https://a.example/', url], ...context }).failed).toEqual(
      passes ? [] : ['is-on-https'],
    );
  });

  it.each<[string, PracticeContext['favicon'], Partial<PracticeFacts>, boolean]>([
    ['404', { status: 404, error: null }, {}, false],
    ['500', { status: 500, error: null }, {}, false],
    ['301', { status: 301, error: null }, {}, true],
    ['no connection', { status: null, error: 'connection_refused' }, {}, false],
    ['a private address', { status: null, error: 'blocked_address' }, {}, true],
    ['no response in time', { status: null, error: 'too_slow' }, {}, true],
    ['no request', null, {}, true],
    ['404, and an icon in the markup', { status: 404, error: null }, { hasInlineIcon: true }, true],
  ])('with an icon that gets %s', (_, favicon, facts, passes) => {
    expect(judged(facts, { favicon }).failed).toEqual(passes ? [] : ['errors-in-console']);
  });

  it('does not judge the size of text on a desktop', () => {
    const { audits, score } = judged({ text: { all: 1, small: 1 } }, { isPhone: false });
    expect([audits['font-size'], score]).toEqual([null, 100]);
  });

  it('takes text without a viewport for too small', () => {
    const parity = lighthouseParity(aPage({ html: PAGE.replace('width=device-width', '') }));
    expect(judged({}, {}, parity)).toMatchObject({ failed: ['viewport', 'font-size'], score: 93 });
  });

  it('counts what the document and its headers decide', () => {
    const parity = lighthouseParity(aPage({ html: '<p>Text', headers: [] }));
    expect(judged({}, {}, parity).failed).toEqual(['viewport', 'font-size', 'doctype', 'charset']);
  });

  it.each(Object.entries(BEST_PRACTICES_FAULTS))('has no score but a reason: %s', (fault, detail) => {
    const run = { facts: null, fault: fault as keyof typeof BEST_PRACTICES_FAULTS };
    const errors = { accessibility: { code: 'no_answer', detail: 'It does not answer.' } };
    const parity = withBestPractices({ ...PARITY, errors }, run, CONTEXT);
    expect(parity).toEqual({ ...PARITY, errors: { ...errors, best_practices: { code: fault, detail } } });
  });

  it('leaves the other categories as they are', () => {
    const run = { facts: { ...GOOD, hasErrors: true }, fault: null };
    const parity = withBestPractices({ ...PARITY, accessibility: 87 }, run, CONTEXT);
    expect(parity).toMatchObject({ seo: PARITY.seo, accessibility: 87 });
  });
});
