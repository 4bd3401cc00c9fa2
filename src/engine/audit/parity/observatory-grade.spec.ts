import { PreloadList } from '../../hsts-preload/preload-list.js';
import { gradeObservatory, gradeRedirection } from './observatory-grade.js';
import { aPage } from '../example-page.js';
import { observatoryTests } from './observatory.js';
import { type SiteResponse } from '../surroundings.js';

function hopTo(url: string): SiteResponse {
  return { url, status: 200, error: null, headers: [] };
}

const PRELOADED = new PreloadList(
  new Map([
    ['preloaded.example', true],
    ['alone.example', false],
  ]),
);
const isPreloaded = (host: string) => PRELOADED.has(host);

/** Grade for test modifiers of a page without a plain-http server. */
function gradeFor(...modifiers: readonly number[]) {
  const tests = Object.fromEntries(modifiers.map((modifier, index) => [`test ${index}`, modifier]));
  const document = { tests, cookiesIfPreloaded: 0 };
  return gradeObservatory(document, { page: aPage(), plainHttp: null, isPreloaded: null });
}

describe('gradeRedirection', () => {
  it.each([
    // From the Observatory's own tests.
    [0, 'no_http', []],
    [-20, 'missing', ['http://mozilla.org']],
    [-20, 'not_to_https', ['http://mozilla.org', 'http://www.mozilla.org']],
    [-20, 'not_to_https', ['http://mozilla.org', 'http://www.mozilla.org', 'http://www.mozilla.org/en/']],
    [0, 'to_https', ['http://mozilla.org/', 'https://mozilla.org/', 'https://www.mozilla.org/']],
    [0, 'to_https', ['http://mozilla.org/', 'https://mozilla.org:8443/']],
    [-10, 'https_late', ['http://mozilla.org/', 'http://www.mozilla.org/', 'https://www.mozilla.org/']],
    [-5, 'other_host', ['http://mozilla.org/', 'https://www.mozilla.org/']],
    // Derived from its rules.
    [0, 'to_https', ['http://a.example/', 'https://a.example/', 'https://b.example/']],
    [0, 'to_https', ['http://a.example/', 'https://a.example/', 'http://b.example/', 'https://b.example/']],
    [0, 'to_https', ['http://a.example:8080/', 'https://a.example/']],
    [-20, 'missing', ['http://a.example:8080/']],
    [-20, 'not_to_https', ['http://a.example/', 'https://a.example/', 'http://a.example/b']],
    [-20, 'not_to_https', ['http://a.example/', 'http://a.example/b']],
    [-10, 'https_late', ['http://a.example/', 'http://a.example/b', 'https://a.example/']],
    [-10, 'https_late', ['http://a.example/', 'http://b.example/', 'https://a.example/']],
    [-5, 'other_host', ['http://a.example/', 'https://b.example/', 'https://a.example/']],
    [-5, 'other_host', ['http://a.example/', 'https://a.example./']],
  ])('gives %i, %s, for %j', (modifier, result, urls) => {
    expect(gradeRedirection(urls.map(hopTo))).toEqual({ result, modifier });
  });

  it('gives -20 for an invalid certificate in the redirects, 0 without a response', () => {
    const silent = { ...hopTo('http://a.example/'), status: null, error: 'connection_refused' };
    const untrusted = { ...hopTo('https://a.example/'), status: null, error: 'tls_invalid' };
    expect(gradeRedirection([silent]).modifier).toBe(0);
    expect(gradeRedirection([hopTo('http://a.example/'), untrusted]).modifier).toBe(-20);
  });
});

describe('gradeRedirection with a preload list', () => {
  it.each([
    [0, 'all_preloaded', ['http://preloaded.example/', 'https://www.preloaded.example/']],
    [
      0,
      'all_preloaded',
      ['http://preloaded.example/', 'https://preloaded.example/', 'https://a.b.preloaded.example/c'],
    ],
    [0, 'all_preloaded', ['http://preloaded.example/']],
    [0, 'all_preloaded', ['http://preloaded.example/', 'http://www.preloaded.example/']],
    [0, 'all_preloaded', ['http://alone.example/', 'https://preloaded.example/']],
    [0, 'no_http', []],
    [-20, 'missing', ['http://www.alone.example/']],
    [-5, 'other_host', ['http://alone.example/', 'https://www.alone.example/']],
    [-5, 'other_host', ['http://preloaded.example/', 'https://other.example/']],
    [-10, 'https_late', ['http://other.example/', 'http://preloaded.example/', 'https://preloaded.example/']],
    [0, 'to_https', ['http://other.example/', 'https://other.example/']],
  ])('gives %i, %s, for %j', (modifier, result, urls) => {
    expect(gradeRedirection(urls.map(hopTo), isPreloaded)).toEqual({ result, modifier });
  });

  it('gives -20 for an invalid certificate even if every host is preloaded', () => {
    const untrusted = { ...hopTo('https://preloaded.example/'), status: null, error: 'tls_invalid' };
    const responses = [hopTo('http://preloaded.example/'), untrusted];
    expect(gradeRedirection(responses, isPreloaded).modifier).toBe(-20);
  });
});

describe('gradeObservatory with a preload list', () => {
  const HSTS = 'strict-transport-security';
  const testsOf = (url: string, ...headers: (readonly [string, string])[]) => {
    const page = aPage({ url, headers });
    return gradeObservatory(observatoryTests(page), { page, plainHttp: null, isPreloaded });
  };

  it.each([
    [5, 'https://preloaded.example/', []],
    [5, 'https://www.preloaded.example/', [[HSTS, 'max-age=1']]],
    [5, 'https://preloaded.example/', [[HSTS, 'max-age=31536000']]],
    [5, 'https://alone.example:8443/', [[HSTS, 'invalid']]],
    [-20, 'https://www.alone.example/', []],
    [0, 'https://example.com/', [[HSTS, 'max-age=31536000']]],
    [-20, 'http://preloaded.example/', []],
  ] as const)('gives HSTS %i for %s with %j', (modifier, url, headers) => {
    const { tests, hsts_preload } = testsOf(url, ...headers);
    expect(tests[HSTS]).toBe(modifier);
    expect(hsts_preload).toBe('checked');
  });

  it.each([
    [-5, 'https://preloaded.example/', 'a=1'],
    [-10, 'https://preloaded.example/', 'sess=1; HttpOnly'],
    [5, 'https://preloaded.example/', 'a=1; Secure; SameSite=Lax'],
    [-20, 'https://example.com/', 'a=1'],
    [-40, 'https://example.com/', 'sess=1; HttpOnly'],
  ])('gives cookies %i for %s with %s', (modifier, url, cookie) => {
    expect(testsOf(url, ['set-cookie', cookie]).tests.cookies).toBe(modifier);
  });

  it('looks up the requested host, not the target of a redirect', () => {
    const gradeOf = (requestedUrl: string, url: string) => {
      const page = aPage({ requestedUrl, url });
      const { tests } = gradeObservatory(observatoryTests(page), { page, plainHttp: null, isPreloaded });
      return tests[HSTS];
    };
    expect(gradeOf('https://preloaded.example/', 'https://example.com/')).toBe(5);
    expect(gradeOf('https://example.com/', 'https://preloaded.example/')).toBe(-20);
  });
});

describe('gradeObservatory', () => {
  it.each([
    [100, 'A+', []],
    [145, 'A+', [10, 5, 5, 5, 5, 5, 10]],
    [105, 'A+', [10, -5]],
    [90, 'A', [-10]],
    [95, 'A', [-5]],
    [100, 'A+', [-10, 10]],
    [95, 'A', [-5, -5, 5]],
    [85, 'A-', [-5, -10, 10, 10]],
    [80, 'B+', [-20]],
    [75, 'B', [-25, 10, 10, 10]],
    [70, 'B', [-10, -20]],
    [65, 'B-', [-25, -10]],
    [60, 'C+', [-40]],
    [55, 'C', [-25, -20]],
    [50, 'C', [-50]],
    [45, 'C-', [-25, -30]],
    [40, 'D+', [-40, -20]],
    [35, 'D', [-40, -25]],
    [30, 'D', [-50, -20]],
    [25, 'D-', [-50, -25]],
    [20, 'F', [-40, -40]],
    [0, 'F', [-50, -50]],
    [0, 'F', [-50, -40, -25, 10]],
  ])('scores %i, %s, for modifiers %j', (score, grade, modifiers) => {
    expect(gradeFor(...modifiers)).toMatchObject({ score, grade });
  });

  it('adds up all twelve tests of algorithm 6, and says which algorithm it is', () => {
    const page = aPage({
      headers: [
        ['content-type', 'text/html'],
        ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
        ['set-cookie', 'a=1; Secure; SameSite=Lax'],
        ['referrer-policy', 'no-referrer'],
        ['strict-transport-security', 'max-age=31536000'],
        ['x-content-type-options', 'nosniff'],
        ['cross-origin-resource-policy', 'same-origin'],
        ['cross-origin-opener-policy', 'same-origin'],
        ['cross-origin-embedder-policy', 'require-corp'],
      ],
      html: '<script src="a.js" integrity="sha384-x"></script>',
    });
    const site = {
      page,
      plainHttp: ['http://example.com/', 'https://example.com/'].map(hopTo),
      isPreloaded: null,
    };
    expect(gradeObservatory(observatoryTests(page), site)).toEqual({
      algorithm: 6,
      hsts_preload: 'not_checked',
      score: 160,
      grade: 'A+',
      tests: {
        'content-security-policy': 10,
        cookies: 5,
        'cross-origin-resource-sharing': 0,
        redirection: 0,
        'referrer-policy': 5,
        'strict-transport-security': 0,
        'subresource-integrity': 5,
        'x-content-type-options': 0,
        'x-frame-options': 5,
        'cross-origin-resource-policy': 10,
        'cross-origin-embedder-policy': 10,
        'cross-origin-opener-policy': 10,
      },
    });
  });

  it('scores a page without any header 10, and 30 with a redirect to https', () => {
    const page = aPage({ headers: [['content-type', 'text/html']] });
    const scoreOf = (...urls: string[]) =>
      gradeObservatory(observatoryTests(page), { page, plainHttp: urls.map(hopTo), isPreloaded: null }).score;
    expect(scoreOf('http://example.com/')).toBe(10);
    expect(scoreOf('http://example.com/', 'https://example.com/')).toBe(30);
  });
});
