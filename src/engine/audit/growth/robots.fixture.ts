import { type Dimension } from './dimension.fixture.js';
import { copies, MAX_ROBOTS_CHARACTERS, runOf } from './sizes.fixture.js';
import { RUNS } from './strings.fixture.js';

const ROBOTS_DIVISOR = 16;
const PAGE = '<!doctype html><title>A page</title>';
/** The longest URL that the page loader accepts as a redirect. */
const LONG_URL = `https://example.com/${runOf('a', 7900)}`;

function rules(name: string, line: (index: number) => string, { before = '', url = '' } = {}): Dimension {
  return {
    name: `robots.txt: ${name}`,
    most: Math.floor(MAX_ROBOTS_CHARACTERS / line(50_000).length),
    divisor: ROBOTS_DIVISOR,
    pagesOf: (size) => [
      {
        html: PAGE,
        robotsTxt: `${before}${before === '' ? '' : '\n'}${copies(line, size)}`,
        ...(url !== '' && { url }),
      },
    ],
  };
}

const ALL = { before: 'User-agent: *' };

export const ROBOTS_DIMENSIONS: readonly Dimension[] = [
  rules('rules', (n) => `Disallow: /p${n}\n`, ALL),
  rules('rules with wildcards', (n) => `Disallow: /*p${n}$\n`, ALL),
  rules('rules with wildcards, long address', (n) => `Disallow: /*a*a*b${n}\n`, { ...ALL, url: LONG_URL }),
  rules('rules of many wildcards', () => `Disallow: /${'a*'.repeat(500)}b\n`, { ...ALL, url: LONG_URL }),
  rules('long patterns', () => `Disallow: /*b${'a'.repeat(4000)}\n`, { ...ALL, url: LONG_URL }),
  rules('empty rules', () => 'Allow:\n', ALL),
  rules('index pages', (n) => `Allow: /${n}/index.html\n`, ALL),
  rules('user agents', (n) => `User-agent: bot${n}\n`),
  rules('groups', (n) => `User-agent: bot${n}\nDisallow: /\n`),
  rules('groups for all', () => 'User-agent: *\nDisallow: /a\n'),
  rules('sitemaps', (n) => `Sitemap: https://example.com/${n}\n`),
  rules('faulty lines', () => 'x\n'),
  rules('escapes', () => 'Disallow: /é%c3%a9\n', ALL),
  {
    name: 'robots.txt: one group of many user agents with many rules',
    most: Math.floor(MAX_ROBOTS_CHARACTERS / 40),
    divisor: ROBOTS_DIVISOR,
    pagesOf: (size) => [
      {
        html: PAGE,
        robotsTxt: copies((n) => `User-agent: bot${n}\n`, size) + copies((n) => `Disallow: /p${n}\n`, size),
      },
    ],
  },
  {
    name: 'robots.txt: one group that names all again and again',
    most: Math.floor(MAX_ROBOTS_CHARACTERS / 40),
    divisor: ROBOTS_DIVISOR,
    pagesOf: (size) => [
      { html: PAGE, robotsTxt: 'User-agent: *\n'.repeat(size) + copies((n) => `Disallow: /p${n}\n`, size) },
    ],
  },
  {
    name: 'robots.txt: rules and links',
    most: Math.floor(MAX_ROBOTS_CHARACTERS / 20),
    divisor: ROBOTS_DIVISOR,
    pagesOf: (size) => [
      {
        html: `<head>${copies((n) => `<script src=/p${n}></script>`, size)}<body>${copies((n) => `<a href=/p${n}>x</a>`, size)}`,
        robotsTxt: `User-agent: *\n${copies((n) => `Disallow: /q${n}\n`, size)}`,
      },
    ],
  },
  {
    name: 'robots.txt: wildcards and links',
    most: Math.floor(MAX_ROBOTS_CHARACTERS / 20),
    divisor: ROBOTS_DIVISOR,
    pagesOf: (size) => [
      {
        html: `<head>${copies((n) => `<script src=/p${n}></script>`, size)}<body>${copies((n) => `<a href=/p${n}>x</a>`, size)}`,
        robotsTxt: `User-agent: *\n${copies((n) => `Disallow: /*q${n}\n`, size)}`,
      },
    ],
  },
  {
    name: 'robots.txt: texts',
    most: MAX_ROBOTS_CHARACTERS / 4,
    divisor: ROBOTS_DIVISOR,
    pagesOf: (size) =>
      ['', 'User-agent: ', 'User-agent: *\nDisallow: /'].flatMap((beginning) =>
        RUNS.map((run) => ({ html: PAGE, robotsTxt: beginning + runOf(run, size) })),
      ),
  },
];
