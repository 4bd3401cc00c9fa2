import { type IncomingMessage, type ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Serves every path of one attack. */
export interface Attack {
  (request: IncomingMessage, response: ServerResponse): void;
  /** Builds the response, which may take seconds. */
  readonly prepare?: () => void;
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const MIB = 1024 * 1024;

/** A document that repeats a piece as often as fits. */
function filled(bytes: number, piece: (index: number) => string): string {
  const pieces: string[] = [];
  for (let length = 0, index = 0; length < bytes; index++) {
    const text = piece(index);
    pieces.push(text);
    length += text.length;
  }
  return `<!doctype html><html lang="en"><head><title>Attack</title>${pieces.join('')}`;
}

/** The same document at every path but /robots.txt. */
function document(body: () => string | Buffer, headers: Record<string, string> = {}): Attack {
  let made: string | Buffer = '';
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.endsWith('/robots.txt')) return void response.writeHead(404).end();
    response.writeHead(200, { ...HTML, ...headers }).end(request.method === 'HEAD' ? undefined : made);
  };
  const prepare = () => {
    made = body();
  };
  return Object.assign(answer, { prepare });
}

function repeatUntilClosed(response: ServerResponse, chunk: string | Buffer, everyMs: number): void {
  const timer = setInterval(() => response.write(chunk), everyMs);
  response.once('close', () => clearInterval(timer));
}

const references = (head: string) =>
  document(
    () => `<!doctype html><html lang="en"><head><title>Attack</title></head><body>${head}</body></html>`,
  );

/** A document with one style sheet, made from the sheet's path. */
function styled(body: string, css: (path: string) => string): Attack {
  return (request, response) => {
    const path = request.url ?? '/';
    if (path.endsWith('/robots.txt')) return void response.writeHead(404).end();
    const isSheet = path.endsWith('.css');
    response.writeHead(200, isSheet ? { 'content-type': 'text/css' } : HTML);
    if (request.method === 'HEAD') return void response.end();
    response.end(
      isSheet
        ? css(path.replace('.css', ''))
        : `<!doctype html><title>Attack</title><link rel=stylesheet href="/s.css">${body}`,
    );
  };
}

/** Each page costs as much as the loader permits. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  'silent DNS': references(
    Array.from(
      { length: 40 },
      (_, n) =>
        `<a href="http://l${n}.dead.example/">x</a><img src="http://i${n}.dead.example/a.png" alt="x">` +
        `<link rel="alternate" hreflang="d${n}" href="http://h${n}.dead.example/">`,
    ).join(''),
  ),
  'gzip, gzip, gzip': document(() => gzipSync(gzipSync(gzipSync(Buffer.alloc(256 * MIB)))), {
    'content-encoding': 'gzip, gzip, gzip',
  }),
  'gzip, gzip': document(
    () => gzipSync(Buffer.concat(Array<Buffer>(400).fill(gzipSync(Buffer.alloc(64 * MIB))))),
    {
      'content-encoding': 'gzip, gzip',
    },
  ),
  'Brotli bomb': document(
    () => brotliCompressSync(Buffer.alloc(64 * MIB), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    { 'content-encoding': 'br' },
  ),
  'CSP metas': document(() =>
    filled(
      9 * MIB,
      (n) => `<meta http-equiv="content-security-policy" content="script-src 'nonce-${n}' 'unsafe-inline'">`,
    ),
  ),
  alternates: document(() =>
    filled(9 * MIB, (n) => `<link rel="alternate" hreflang="x-${n}" href="/l${n}">`),
  ),
  anchors: document(() => filled(9 * MIB, (n) => `<a href="/p${n}"><img src=i${n}></a>`)),
  'many elements': document(() => filled(10 * MIB - 200, () => '<p>a</p>')),
  'many attributes': document(() =>
    filled(10 * MIB - 200, () => '<p a b c d e f g h i j k l m n o p q r s t>'),
  ),
  'deep nesting': document(() => filled(8 * MIB, () => '<div><b><i><a href=x>')),
  'huge attribute': document(() => filled(9 * MIB, () => `<p title="${' a'.repeat(4 * MIB)}">`)),
  'class names': document(() => filled(9 * MIB, (n) => `<p class="${`c${n} `.repeat(100)}">`)),
  'JSON-LD': document(() =>
    filled(9 * MIB, () => `<script type="application/ld+json">${'{"a":['.repeat(20_000)}</script>`),
  ),
  patterns: document(() =>
    filled(
      9 * MIB,
      () =>
        `<p>${'a.'.repeat(30_000)}@${'a-'.repeat(30_000)}<meta http-equiv=refresh content="${' '.repeat(60_000)}x">` +
        `<div style="${'display:'.repeat(8000)}none">${' '.repeat(60_000)}x</div><a href="${'javascript:'.repeat(6000)}">x</a>`,
    ),
  ),
  'header text': document(() => '<title>Attack</title>', {
    'content-security-policy': `script-src ${"'nonce-a' ".repeat(1500)}`,
    'set-cookie': 'a=b; '.repeat(2500),
    link: '<a>; rel="'.repeat(1200),
    'cache-control': 'max-age='.repeat(1200),
  }),
  'a million style rules': styled('<p class=a>x</p>'.repeat(15_000), () =>
    Array.from({ length: 130_000 }, (_, n) => `.a${n % 9}{display:none}`).join(''),
  ),
  'rules for each element': styled('<p class=a>x</p>'.repeat(15_000), () =>
    '.a:not(.b){display:none}.a{display:block}'.repeat(9000),
  ),
  'slow selectors': styled(
    `${'<div class=a>'.repeat(400)}${'<p>x</p>'.repeat(8000)}`,
    () =>
      `${'.a '.repeat(12)}.b p{display:none}p:has(~ p ~ p ~ p ~ .z){display:none}` +
      'p:nth-last-child(2n+1 of :not(.q)){display:none}:not(:has(* .z)) p{visibility:hidden}',
  ),
  'nested rules': styled('<p class=a>x</p>'.repeat(5000), () => '.a &, .b &, p{display:none;'.repeat(40_000)),
  'import chains': styled('<p>x</p>', (path) =>
    Array.from({ length: 30 }, (_, n) => `@import "${path}${n}.css";`).join(''),
  ),
  'endless style sheets': (request, response) => {
    if (request.url?.endsWith('/robots.txt')) return void response.writeHead(404).end();
    if (!request.url?.endsWith('.css')) {
      const links = Array.from({ length: 60 }, (_, n) => `<link rel=stylesheet href="/s${n}.css">`).join('');
      return void response.writeHead(200, HTML).end(`<title>Attack</title>${links}<p>x`);
    }
    response.writeHead(200, { 'content-type': 'text/css' });
    repeatUntilClosed(response, '.a{', 100);
  },
  'robots.txt': (request, response) => {
    if (request.url?.endsWith('/robots.txt')) {
      const rule = `Disallow: /${'*a'.repeat(1000)}b$\n`;
      return void response.end(`User-agent: *\n${rule.repeat(500)}`);
    }
    const links = Array.from({ length: 2000 }, (_, n) => `<a href="/${'a'.repeat(1500)}${n}">x</a>`).join('');
    response.writeHead(200, HTML).end(`<title>Attack</title>${links}`);
  },
  sitemap: (request, response) => {
    if (request.url?.endsWith('/robots.txt')) return void response.writeHead(404).end();
    if (!request.url?.endsWith('/sitemap.xml'))
      return void response.writeHead(200, HTML).end('<title>Attack</title>');
    response.writeHead(200, { 'content-type': 'application/xml', 'content-encoding': 'gzip' }).end(SITEMAP);
  },
  'tiny chunks': (request, response) => {
    if (request.url?.endsWith('/robots.txt')) return void response.writeHead(404).end();
    response.socket?.write(
      `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    const more = () => {
      while (!response.socket?.destroyed && response.socket?.write(TINY_CHUNKS));
    };
    response.socket?.on('drain', more);
    more();
  },
  'dripping headers': (_request, response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => response.socket?.write('x: y\r\n'), 500);
    response.socket?.once('close', () => clearInterval(timer));
  },
  'dripping body': (_request, response) => {
    response.writeHead(200, HTML);
    repeatUntilClosed(response, 'x', 200);
  },
  'slow redirects': (request, response) => {
    const step = Number(/\/(\d+)$/.exec(request.url ?? '')?.[1] ?? 0);
    setTimeout(() => response.writeHead(302, { location: `/slow/${step + 1}` }).end(), 3500);
  },
};

const SITEMAP = gzipSync(
  `<urlset>${Array.from({ length: 900_000 }, (_, n) => `<url><loc>http://a.example/${n}</loc></url>`).join('')}</urlset>`,
);
const TINY_CHUNKS = Buffer.from('1\r\nx\r\n'.repeat(10_000));
