import { type Header } from '../../src/engine/audit/page.js';

/** A page made to break an audit. */
export interface HostilePage {
  readonly kind: string;
  readonly body: Uint8Array;
  readonly headers: readonly Header[];
  readonly robotsTxt: string;
}

type Random = () => number;

/** The same page for the same number and seed. */
export function hostilePage(index: number, seed: number): HostilePage {
  const random = randomFrom(seed * 1_000_003 + index);
  const kinds = Object.keys(KINDS);
  const kind = kinds[index % kinds.length] ?? '';
  const text = KINDS[kind]?.(random) ?? '';
  const body = typeof text === 'string' ? Buffer.from(text, random() < 0.1 ? 'utf16le' : 'utf8') : text;
  return {
    kind,
    body,
    headers: [['content-type', pick(random, TYPES)], ...hostileHeaders(random)],
    robotsTxt: random() < 0.3 ? hostileRobots(random) : '',
  };
}

const TYPES = [
  'text/html',
  'text/html; charset=utf-8',
  'text/html; charset=iso-2022-jp',
  'text/html; charset="x',
  'text/html;charset=utf-16',
];
const TAGS =
  'a b div p span table tr td select option svg math title style script template noscript img input label button form h1 h2 ul li dl dt dd details summary iframe object video meta link base html head body frameset textarea'.split(
    ' ',
  );
const NAMES =
  'id class href src alt title role aria-label aria-labelledby aria-hidden tabindex style hidden lang for type name content http-equiv rel hreflang integrity onclick shadowrootmode xml:lang'.split(
    ' ',
  );
const VALUES = [
  '',
  ' ',
  '#',
  '\u0000',
  'javascript:void(0)',
  'http://[',
  '//',
  'a b a b',
  'x'.repeat(3000),
  '\ud800',
  '%',
  '"',
  "'",
  'display:none',
  '0;url=/',
  '99999999999',
  '-1',
  'noindex',
  'canonical',
  'alternate',
  'refresh',
  'viewport',
  'robots',
  'content-security-policy',
  "default-src 'none'",
  'none',
  'button',
  'true',
  'open',
  'ltr\u202e',
];

const KINDS: Readonly<Record<string, (random: Random) => string | Uint8Array>> = {
  'random bytes': (random) => Uint8Array.from({ length: int(random, 20_000) }, () => int(random, 256)),
  'random markup': (random) => markup(random, 400),
  'truncated tags': (random) => {
    const text = markup(random, 100);
    return text.slice(0, int(random, text.length));
  },
  'deep nesting': (random) => `<${pick(random, TAGS)}>`.repeat(int(random, 20_000)),
  'deep nesting of many': (random) => Array.from({ length: int(random, 8000) }, () => tag(random)).join(''),
  'huge attribute': (random) =>
    `<${pick(random, TAGS)} ${pick(random, NAMES)}="${pick(random, ['a', ' ', '%', '"x', ',', ';', '/'])
      .replace('"', '')
      .repeat(int(random, 500_000))}">`,
  'many attributes': (random) =>
    `<a ${Array.from({ length: int(random, 20_000) }, (_, n) => `a${String(n)}=1`).join(' ')}>`,
  'slow patterns': (random) => pick(random, SLOW)(int(random, 60_000)),
  'names of names': (random) => {
    const count = int(random, 2000);
    return Array.from(
      { length: count },
      (_, n) =>
        `<a href=x id=n${String(n)} aria-labelledby="n${String(n + 1)} n${String(int(random, count))} n0"></a>`,
    ).join('');
  },
  'labels of labels': (random) => '<label for=x><input id=x aria-labelledby="x y">'.repeat(int(random, 3000)),
  'mixed encodings': (random) =>
    Buffer.concat([
      Buffer.from('\ufeff<meta charset=utf-16>'),
      Buffer.from(markup(random, 50), 'utf16le'),
      Buffer.from(markup(random, 50), 'latin1'),
    ]),
  'json-ld': (random) =>
    `<script type="application/ld+json">${'{"@graph":['.repeat(int(random, 5000))}</script>`,
  'half surrogates': (random) =>
    Buffer.from(`<title>\ud800${markup(random, 20)}</title><h1>\udfff</h1>`, 'utf16le'),
  'wide lists': (random) => `<ul>${'<li><a href=/a>x'.repeat(int(random, 20_000))}`,
};

/** Texts that backtracking patterns choke on. */
const SLOW: readonly ((length: number) => string)[] = [
  (length) => `<p>${'a.'.repeat(length)}@`,
  (length) => `<p>${'a@'.repeat(length)}`,
  (length) => `<p>${'a'.repeat(length)}@${'a-'.repeat(length)}`,
  (length) => `<meta http-equiv=refresh content="${' '.repeat(length)}x">`,
  (length) => `<meta name=viewport content="${'user-scalable='.repeat(length / 10)}">`,
  (length) => `<div style="${'display:'.repeat(length / 8)}none">x</div>`,
  (length) => `<title>${' '.repeat(length)}x${' '.repeat(length)}</title>`,
  (length) => `<a href="${'javascript:'.repeat(length / 10)}">x</a>`,
  (length) => `<img ${"'".repeat(length)}>`,
  (length) => `<img ${'="'.repeat(length)}>`,
  (length) => `${'<'.repeat(length)}a href=x>`,
  (length) => `<meta${' charset'.repeat(length / 8)}`,
  (length) => `<?xml ${'encoding '.repeat(length / 8)}`,
  (length) => `<script src="${'//'.repeat(length)}" integrity="${'sha256-'.repeat(length / 7)}"></script>`,
];

function markup(random: Random, tags: number): string {
  return Array.from({ length: int(random, tags) }, () =>
    random() < 0.3 ? pick(random, VALUES) : tag(random),
  ).join('');
}

function tag(random: Random): string {
  if (random() < 0.3) return `</${pick(random, TAGS)}>`;
  const attributes = Array.from(
    { length: int(random, 4) },
    () => `${pick(random, NAMES)}="${pick(random, VALUES)}"`,
  );
  return `<${pick(random, TAGS)} ${attributes.join(' ')}>`;
}

function hostileHeaders(random: Random): Header[] {
  const names = [
    'content-security-policy',
    'set-cookie',
    'link',
    'x-robots-tag',
    'strict-transport-security',
    'referrer-policy',
    'x-frame-options',
    'cache-control',
  ];
  const values = [
    ...VALUES,
    ';'.repeat(5000),
    ','.repeat(5000),
    'a=b; '.repeat(2000),
    '<'.repeat(5000),
    '<a>; rel="'.repeat(1000),
    'max-age='.repeat(1000),
    "script-src 'nonce-".repeat(500),
  ];
  return Array.from({ length: int(random, 5) }, () => [pick(random, names), pick(random, values)]);
}

function hostileRobots(random: Random): string {
  const lines = [
    'User-agent: *',
    'Disallow: /*a*a*a*a*a*a*a*b$',
    'Allow: ',
    ':',
    'Sitemap: http://[',
    '\u0000',
    'Disallow: %',
    '*'.repeat(2000),
  ];
  return Array.from({ length: int(random, 200) }, () => pick(random, lines)).join(
    pick(random, ['\n', '\r', '\r\n']),
  );
}

function pick<T>(random: Random, items: readonly T[]): T {
  return items[int(random, items.length)] as T;
}

function int(random: Random, below: number): number {
  return Math.floor(random() * below);
}

/** @see https://en.wikipedia.org/wiki/Xorshift */
function randomFrom(seed: number): Random {
  let state = (seed >>> 0) + 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
