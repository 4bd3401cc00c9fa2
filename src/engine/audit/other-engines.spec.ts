import { type Check, type Example, type Outcome } from './check.js';
import { verdictOn } from './checks/verdicts.fixture.js';
import { checkOf } from './registry.js';

function check(id: string): Check {
  const found = checkOf(id);
  if (!found) throw new Error(`There is no check ${id}`);
  return found;
}

const head = (markup: string) => ({
  html: `<!doctype html><html lang="en"><head>${markup}</head><body></body></html>`,
});
const described = (text: string) => head(`<meta name="description" content="${text}">`);

/** Verdicts that other engines get wrong. */
const CASES: readonly (readonly [mistake: string, id: string, page: Partial<Example>, outcome: Outcome])[] = [
  ['counting a title in bytes', 'title_length', head(`<title>${'青'.repeat(25)}</title>`), 'pass'],
  ['counting a description in bytes', 'meta_description_length', described('説'.repeat(60)), 'pass'],
  ['taking alt="" for a missing text', 'image_keywords', { html: '<img src="line.png" alt="">' }, 'pass'],
  [
    'wanting a canonical address to end in a slash',
    'canonical',
    { url: 'https://example.com/a', ...head('<link rel="canonical" href="https://example.com/a">') },
    'pass',
  ],
  [
    'failing a heading above the one before',
    'heading_order',
    { html: '<h1>a</h1><h2>b</h2><h3>c</h3><h2>d</h2>' },
    'pass',
  ],
  [
    'failing links without rel',
    'unsafe_cross_origin_links',
    { html: '<a href="https://example.org/">x</a>' },
    'not_applicable',
  ],
  [
    'wanting descriptions of 160 characters and more',
    'meta_description_length',
    described('x'.repeat(100)),
    'pass',
  ],
  [
    'taking a description of 119 characters for a problem',
    'meta_description_length',
    described('x'.repeat(119)),
    'pass',
  ],
  [
    'wanting a title on links',
    'link_text',
    { html: '<html lang="en"><a href="/sizes">Sizes of shoes</a>' },
    'pass',
  ],
  [
    'punishing a long policy',
    'csp',
    {
      html: '',
      headers: [
        [
          'content-security-policy',
          `default-src 'self'; img-src ${'https://images.example.com '.repeat(10)}`,
        ],
      ],
    },
    'pass',
  ],
  [
    'praising any Referrer-Policy',
    'referrer_policy',
    { html: '', headers: [['referrer-policy', 'unsafe-url']] },
    'fail',
  ],
  [
    'punishing a site without robots.txt',
    'robots',
    { html: '', robotsTxt: { status: 404, body: '' } },
    'not_applicable',
  ],
  [
    'comparing robots of X-Robots-Tag with their case',
    'indexable',
    { html: '', headers: [['x-robots-tag', 'googlebot: noindex']] },
    'warn',
  ],
  [
    'passing hreflang="en-UK"',
    'hreflang_complete',
    head('<link rel="alternate" hreflang="en-UK" href="https://example.com/">'),
    'fail',
  ],
  [
    'passing a page that Googlebot may not fetch because another robot may',
    'robots_txt_googlebot',
    { html: '', robotsTxt: { status: 200, body: 'User-agent: Googlebot\nDisallow: /' } },
    'fail',
  ],
  [
    'not reading a robots.txt line without a colon, as Google does',
    'robots_txt_googlebot',
    { html: '', robotsTxt: { status: 200, body: 'User-agent *\nDisallow /' } },
    'fail',
  ],
  [
    'passing an HSTS max-age that is no number',
    'hsts',
    { html: '', headers: [['strict-transport-security', 'max-age=abc']] },
    'fail',
  ],
  [
    'failing HSTS for a semicolon at its end',
    'hsts',
    { html: '', headers: [['strict-transport-security', 'max-age=31536000;']] },
    'pass',
  ],
  [
    'not reading a quoted charset',
    'charset',
    { html: '', headers: [['content-type', 'text/html; charset="utf-8"']] },
    'pass',
  ],
  [
    'reading nofollow in lower case only',
    'link_text',
    { html: '<a href="/a" rel="NOFOLLOW">more</a>' },
    'not_applicable',
  ],
  [
    'counting frame-ancestors in a meta element',
    'clickjacking',
    head(`<meta http-equiv="content-security-policy" content="default-src 'self'; frame-ancestors 'none'">`),
    'fail',
  ],
];

describe('mistakes of other engines', () => {
  it.each(CASES)('avoids %s', (_mistake, id, page, outcome) => {
    expect(verdictOn(check(id), page).outcome).toBe(outcome);
  });

  it('says that a long title is truncated, not penalized', () => {
    expect(check('title_length').why).toMatch(/truncate .* No search engine penalizes/);
    expect(check('meta_description_length').why).toMatch(/no fixed limit and no penalty/);
  });
});
