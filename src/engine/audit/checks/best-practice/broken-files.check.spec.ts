import { type Example } from '../../check.js';
import { messageOf } from '../../message.js';
import { type FileResponse } from '../../surroundings.js';
import { findingOn, verdictOn, verdictsOf } from '../verdicts.fixture.js';
import { brokenFiles } from './broken-files.check.js';

const FILE = 'https://example.com/file';
const NOSNIFF = { 'x-content-type-options': 'nosniff' };

/** A page with one file and the response to it; an empty type means no Content-Type. */
function withFile(
  markup: string,
  type: string,
  {
    headers = {},
    ...response
  }: Partial<Omit<FileResponse, 'headers'>> & { headers?: Record<string, string> } = {},
): Partial<Example> {
  const sent = Object.entries({ ...(type !== '' && { 'content-type': type }), ...headers });
  return {
    html: `<!doctype html>${markup}`,
    responses: { resources: [{ url: FILE, status: 200, error: null, ...response, headers: sent }] },
  };
}

const SCRIPT = '<script src=/file></script>';
const MODULE = '<script type=module src=/file></script>';
const STYLE = '<link rel=stylesheet href=/file>';
const IMAGE = '<img src=/file>';
const FONT = '<link rel=preload as=font crossorigin href=/file>';
const FONT_FACE = '<style>@font-face { font-family: A; src: url(/file) }</style>';
const ELSEWHERE = 'https://cdn.example/file';

function elsewhere(status: number): Partial<Example> {
  return withFile(`<img src=${ELSEWHERE}>`, 'image/png', { url: ELSEWHERE, status });
}

verdictsOf(brokenFiles, [
  ['does not apply without files', { html: '<a href=/file>File</a>' }, 'not_applicable'],
  [
    'does not apply without any response',
    withFile(IMAGE, '', { status: null, error: 'too_slow' }),
    'not_applicable',
  ],
  [
    'leaves frames out',
    withFile('<iframe src=/file></iframe>', 'text/html', { status: 404 }),
    'not_applicable',
  ],
  ['fails a missing image', withFile(IMAGE, 'image/png', { status: 404 }), 'broken'],
  ['fails a missing font of a style element', withFile(FONT_FACE, 'font/woff2', { status: 404 }), 'broken'],
  ['fails an error of the server', withFile(SCRIPT, 'text/javascript', { status: 502 }), 'broken'],
  [
    'fails a host that does not exist',
    withFile(FONT, '', { status: null, error: 'dns_not_found' }),
    'broken',
  ],
  ['fails a file that its own server refuses', withFile(IMAGE, 'image/png', { status: 403 }), 'broken'],
  ['ignores a file that another server refuses', elsewhere(403), 'not_applicable'],
  ['fails a file that is missing on another server', elsewhere(410), 'broken'],
  ['ignores a file with status 429', withFile(IMAGE, 'image/png', { status: 429 }), 'not_applicable'],
  ['passes a redirect', withFile(STYLE, 'text/html', { status: 302 }), 'pass'],

  ['passes a style sheet', withFile(STYLE, 'Text/CSS; charset=utf-8'), 'pass'],
  ['passes a style sheet without a type', withFile(STYLE, ''), 'pass'],
  ['fails that with nosniff', withFile(STYLE, '', { headers: NOSNIFF }), 'wrong_type'],
  ['fails a page as style sheet', withFile(STYLE, 'text/html'), 'wrong_type'],
  ['fails plain text as style sheet', withFile(STYLE, 'text/plain'), 'wrong_type'],
  ['passes any type of style sheet in quirks mode', { ...withFile('', 'text/html'), html: STYLE }, 'pass'],
  [
    'passes what browsers do not load',
    withFile('<link rel=stylesheet type=text/less href=/file>', 'text/x'),
    'pass',
  ],

  ['passes a script', withFile(SCRIPT, 'application/javascript', { headers: NOSNIFF }), 'pass'],
  ['passes a classic script of an odd type', withFile(SCRIPT, 'text/plain'), 'pass'],
  ['fails that with nosniff', withFile(SCRIPT, 'text/plain', { headers: NOSNIFF }), 'wrong_type'],
  ['fails a module of an odd type', withFile(MODULE, 'text/plain'), 'wrong_type'],
  [
    'fails a preloaded module without a type',
    withFile('<link rel=modulepreload href=/file>', ''),
    'wrong_type',
  ],
  ['fails an image as script', withFile(SCRIPT, 'image/png'), 'wrong_type'],
  ['fails a page as script', withFile(SCRIPT, 'text/html', { content: 'markup' }), 'wrong_type'],
  ['passes a script that is called a page', withFile(SCRIPT, 'text/html', { content: 'other' }), 'pass'],
  ['gives the benefit of the doubt', withFile(SCRIPT, 'text/html'), 'pass'],
  [
    'leaves out a data block, which no browser loads',
    withFile('<script type=text/template src=/file></script>', 'text/html', { status: 404 }),
    'not_applicable',
  ],

  ['passes an image', withFile(IMAGE, 'image/svg+xml'), 'pass'],
  ['passes an image by its bytes', withFile(IMAGE, 'application/octet-stream', { content: 'image' }), 'pass'],
  ['fails a page as image', withFile(IMAGE, 'text/html', { content: 'markup' }), 'wrong_type'],
  ['passes a font of any type', withFile(FONT, 'application/octet-stream'), 'pass'],
  ['fails a page as font', withFile(FONT, 'text/html', { content: 'markup' }), 'wrong_type'],
]);

describe('broken_files', () => {
  it('names file, status or type, and element', () => {
    const page: Example = {
      html: '<!doctype html><link rel=stylesheet href=/a.css><img src=/b.png><script type=module src=/c.js></script><iframe src=/d></iframe>',
      responses: {
        resources: [
          {
            url: 'https://example.com/a.css',
            status: 200,
            error: null,
            headers: [['content-type', 'text/html']],
          },
          { url: 'https://example.com/b.png', status: 404, error: null, headers: [] },
          { url: 'https://example.com/c.js', status: 200, error: null, headers: [] },
          { url: 'https://example.com/d', status: 404, error: null, headers: [] },
        ],
      },
    };
    const verdict = verdictOn(brokenFiles, page);
    expect(verdict).toMatchObject({
      reason: 'broken',
      sample: { taken: 3, of: 3 },
      value: {
        not_loaded: 1,
        wrong_type: 2,
        urls: ['https://example.com/a.css', 'https://example.com/b.png', 'https://example.com/c.js'],
        faults: ['type “text/html”', 'status 404', 'no Content-Type'],
      },
    });
    expect(verdict.evidence).toMatchObject([
      { excerpt: '<link rel=stylesheet href=/a.css>' },
      { excerpt: '<img src=/b.png>' },
      { excerpt: '<script type=module src=/c.js>' },
    ]);
    expect(messageOf(findingOn(brokenFiles, page))).toBe(
      '1 of 3 sampled files could not be loaded and 2 have a wrong type (“https://example.com/a.css”: type “text/html”, “https://example.com/b.png”: status 404 and 1 more).',
    );
  });
});

it.each([
  [
    withFile(IMAGE, 'image/png'),
    'No broken file was found: 1 file was sampled, without following redirects.',
  ],
  [
    withFile(IMAGE, 'image/png', { status: 404 }),
    '1 of 1 sampled file could not be loaded (“https://example.com/file”: status 404).',
  ],
  [
    withFile(FONT, '', { status: null, error: 'dns_not_found' }),
    '1 of 1 sampled file could not be loaded (“https://example.com/file”: unknown host).',
  ],
  [
    withFile(STYLE, 'text/“html”'),
    '1 of 1 sampled file has a type that browsers reject (“https://example.com/file”: type “text/"html"”).',
  ],
])('says what it found (%#)', (page, message) => {
  expect(messageOf(findingOn(brokenFiles, page))).toBe(message);
});
