import { type Header } from '../page.js';
import { type SiteResponse } from '../surroundings.js';
import { type Dimension, type GrowingPage } from './dimension.fixture.js';
import { MAX_HEADER_CHARACTERS, runOf } from './sizes.fixture.js';
import { RUNS } from './strings.fixture.js';

/** Prefixes of header values that make a check parse the rest, which is a run. */
const BEGINNINGS: Readonly<Record<string, readonly string[]>> = {
  'content-security-policy': [
    '',
    'script-src ',
    "script-src 'strict-dynamic' ",
    'frame-ancestors ',
    'default-src x;',
  ],
  link: [
    '',
    '</a>',
    '</a>; rel="',
    '</a>; rel=canonical; ',
    '</a>;title*=',
    '</a>; rel=alternate; hreflang="',
    '<',
  ],
  'set-cookie': [
    '',
    'a=b;',
    'a=',
    'a=b; path',
    'a=b; domain=',
    'a=b; expires=',
    'a=b; samesite=',
    'session=',
  ],
  'cache-control': ['', 'max-age=', 'max-age'],
  expires: [''],
  'content-type': ['', 'text/html; charset=', 'text/html; charset', 'text/html;'],
  'content-encoding': [''],
  'content-length': [''],
  'permissions-policy': [''],
  'x-robots-tag': ['', 'unavailable_after: ', 'bot: ', 'noindex, '],
  'strict-transport-security': ['', 'max-age=', 'max-age=1; a="'],
  'referrer-policy': ['', 'origin, '],
  'x-frame-options': [''],
  'x-content-type-options': ['', 'nosniff,'],
  'cross-origin-opener-policy': [''],
  'cross-origin-resource-policy': [''],
  server: ['', 'a/', 'a/ '],
  'x-powered-by': [''],
  'alt-svc': ['', 'h3', 'h3-'],
  location: [''],
  'access-control-allow-origin': [''],
};

const BASE: Header = ['content-type', 'text/html'];
const HEADER_DIVISOR = 1;
/** No document, so that only the headers cost time. */
const EMPTY = '<!doctype html><title>A page</title>';

const HUGE: readonly Dimension[] = Object.entries(BEGINNINGS).map(([name, beginnings]) => ({
  name: `header ${name}, huge`,
  most: MAX_HEADER_CHARACTERS,
  divisor: HEADER_DIVISOR,
  pagesOf: (size) =>
    beginnings.flatMap((beginning) =>
      RUNS.map((run) => withHeaders([[name, `${beginning}${runOf(run, size)}!`]])),
    ),
}));

/** Values of repeated headers. */
const SHORT: Readonly<Record<string, (index: number) => string>> = {
  'content-security-policy': (n) => `img-src a${n}`,
  link: (n) => `</${n}>; rel=alternate; hreflang=en`,
  'set-cookie': (n) => `c${n}=1; path=/${n}`,
  'x-robots-tag': () => 'noindex',
  'cache-control': () => 'max-age=1',
  'strict-transport-security': () => 'max-age=1',
  'referrer-policy': () => 'x',
  'x-powered-by': () => 'x/1',
  'x-unknown': () => 'x',
};

const MANY: readonly Dimension[] = Object.entries(SHORT).map(([name, value]) => ({
  name: `header ${name}, many`,
  most: Math.floor(MAX_HEADER_CHARACTERS / (name.length + value(9000).length + 4)),
  divisor: HEADER_DIVISOR,
  pagesOf: (size) => [withHeaders(Array.from({ length: size }, (_, n): Header => [name, value(n)]))],
}));

/** One value with many items. */
const LISTS: Readonly<Record<string, readonly [name: string, item: (index: number) => string]>> = {
  'policies in one header': ['content-security-policy', (n) => `img-src a${n},`],
  'sources in one header': ['content-security-policy', (n) => (n === 0 ? 'script-src ' : `a${n}.example `)],
  'wildcards in one header': ['content-security-policy', (n) => (n === 0 ? 'script-src ' : `s${n}://* `)],
  'schemes of all policies': ['content-security-policy', (n) => `script-src s${n}://*,`],
  'links in one header': ['link', (n) => `</${n}>; rel=alternate; hreflang=en,`],
  'relations of one link': ['link', (n) => (n === 0 ? '</a>; rel="' : `r${n} `)],
  'relations and parameters of one link': [
    'link',
    (n) => (n === 0 ? `</a>; rel="${runOf('a ', 30_000)}"` : `;p${n}=`),
  ],
  'attributes of one cookie': ['set-cookie', (n) => (n === 0 ? 'a=b' : `; a${n}=b`)],
  'directives of one robots tag': ['x-robots-tag', (n) => `d${n}, `],
};

const LISTED: readonly Dimension[] = Object.entries(LISTS).map(([title, [name, item]]) => ({
  name: `header with ${title}`,
  most: Math.floor(MAX_HEADER_CHARACTERS / item(9000).length),
  divisor: HEADER_DIVISOR,
  pagesOf: (size) => {
    const value = Array.from({ length: size }, (_, n) => item(n)).join('');
    return [withHeaders([[name, value]])];
  },
}));

/** Responses to 70 requests with the largest headers. */
const RESPONSES = 70;
const SURROUNDINGS: Dimension = {
  name: 'responses with many headers',
  most: Math.floor(MAX_HEADER_CHARACTERS / 30),
  divisor: HEADER_DIVISOR,
  pagesOf: (size) => {
    const headers = Array.from({ length: size }, (_, n): Header => ['cache-control', `max-age=${n}`]);
    const html = Array.from({ length: RESPONSES }, (_, n) => `<img src=/${n}.png><a href=/${n}>x</a>`).join(
      '',
    );
    const resources = Array.from({ length: RESPONSES }, (_, n) => responseOf(`/${n}.png`, headers));
    return [
      {
        html,
        responses: {
          resources,
          links: resources,
          foreignOrigin: { ...responseOf('/', headers), origin: 'x' },
        },
      },
    ];
  },
};

const LLMS_TXT: Dimension = {
  name: 'llms.txt',
  most: MAX_HEADER_CHARACTERS,
  divisor: HEADER_DIVISOR,
  pagesOf: (size) =>
    ['', '# ', '# x\n[', '# x\n[a]('].flatMap((beginning) =>
      RUNS.map((run) => {
        const body = beginning + runOf(run, size);
        return { html: EMPTY, responses: { llmsTxt: { ...responseOf('/llms.txt', []), body } } };
      }),
    ),
};

export const HEADER_DIMENSIONS: readonly Dimension[] = [...HUGE, ...MANY, ...LISTED, SURROUNDINGS, LLMS_TXT];

function withHeaders(headers: readonly Header[]): GrowingPage {
  const hop = { url: 'https://example.com/before', status: 301, setCookies: [] };
  return {
    html: EMPTY,
    headers: headers.some(([name]) => name === BASE[0]) ? headers : [BASE, ...headers],
    hops: [hop],
    responses: {
      resources: [responseOf('/a.png', headers)],
      foreignOrigin: { ...responseOf('/', headers), origin: 'https://stranger.example' },
    },
  };
}

function responseOf(path: string, headers: readonly Header[]): SiteResponse {
  return { url: `https://example.com${path}`, status: 200, error: null, headers };
}
