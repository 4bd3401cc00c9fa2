import { type Header, type RawResponse, textResponse } from '../case.js';
import { type Change, type Mutation, eachOf, group } from './draft.js';

const answer = (robotsTxt: RawResponse): Change => {
  return (draft) => {
    draft.robotsTxt = robotsTxt;
  };
};
const text = (body: string | Buffer) => answer(textResponse(200, 'text/plain', body));
const status = (code: number, body = '', headers: readonly Header[] = []) =>
  answer({ status: code, headers: [['Content-Type', 'text/plain'], ...headers], body: Buffer.from(body) });
const redirected = (location: string, target: RawResponse): Change => {
  return (draft) => {
    draft.robotsTxt = { status: 301, headers: [['Location', location]], body: Buffer.alloc(0) };
    draft.resources = { ...draft.resources, '/elsewhere.txt': target };
  };
};
const at = (path: string, body: string): Change => {
  return (draft, random) => {
    draft.path = path;
    text(body)(draft, random);
  };
};
const all = (...lines: readonly string[]) => ['User-agent: *', ...lines].join('\n');
const PATH = '/docs/page.html';

/** robots.txt: whether it is valid, and whether it lets bots in. The page is at /docs/page.html. */
export const robotsTxtMutations: readonly Mutation[] = [
  ...eachOf(
    'robots-txt',
    [
      '',
      '\n\n',
      '# only a comment',
      'User-agent: *\nDisallow:',
      'User-agent: *\nDisallow: /',
      'user-agent:*\ndisallow:/',
      'USER-AGENT: *\nDISALLOW: /',
      'User-agent : *\nDisallow : /',
      '  User-agent: *\n\tDisallow: /',
      'User-agent: *\r\nDisallow: /\r\n',
      'User-agent: *\rDisallow: /\r',
      'User-agent: *\n\nDisallow: /',
      'User-agent: * # all\nDisallow: / # everything',
      'User-agent: *\nDisallow: /#fragment',
      'Disallow: /',
      'Allow: /\nUser-agent: *',
      'Sitemap: https://example.org/sitemap.xml\nDisallow: /',
      'User-agent:\nDisallow: /',
      'User-agent: *\nDisallow /',
      'User-agent *\nDisallow: /',
      'Useragent: *\nDisallow: /',
      'User agent: *\nDisallow: /',
      'User-agent: *\nDissallow: /',
      'nonsense',
      '<!DOCTYPE html><html><body>Hello: world</body></html>',
      '<html>\n<title>Page</title>\n</html>',
      '{"a": 1}',
      'User-agent: *\nCrawl-delay: 10',
      'User-agent: *\nHost: example.org\nClean-param: a\nRequest-rate: 1/5\nVisit-time: 0600-0845\nNoindex: /x',
      'User-agent: *\nContent-Signal: search=yes, ai-train=no',
      'User-agent: *\nAllow: /\nUnknown: x',
      'User-agent: *\nAllow: docs/',
      'User-agent: *\nDisallow: docs/',
      'User-agent: *\nDisallow: https://example.org/docs/',
      'User-agent: *\nDisallow: *',
      'User-agent: *\nDisallow: *.html',
      'User-agent: *\nDisallow: $',
      'User-agent: *\nDisallow: /$',
      'User-agent: *\nDisallow: /*$',
      'User-agent: *\nDisallow: /$x',
      'User-agent: *\nDisallow: /docs/*.html$',
      'User-agent: *\nDisallow: /docs/*.htm$',
      'User-agent: *\nDisallow: /*page*',
      'User-agent: *\nDisallow: /DOCS/',
      'User-agent: *\nDisallow: /d%6Fcs/',
      'User-agent: *\nDisallow: /docs',
      'User-agent: *\nDisallow: /docs/page.html?x',
      'Sitemap: /sitemap.xml',
      'Sitemap: https://example.org/sitemap.xml',
      'Sitemap: ftp://example.org/sitemap.xml',
      'Sitemap: file:///sitemap.xml',
      'Sitemap: //example.org/sitemap.xml',
      'Sitemap:',
      'Sitemap: https://example.org/site map.xml',
      'Sitemap: https://',
      'sitemap : https://example.org/a#b',
      ': /',
      'User-agent: *\nAllow: \nDisallow: ',
      'User-agent: *\nDisallow: /\0',
      'User-agent: *\nDisallow:\u00a0/',
      '\u00a0User-agent: *\nDisallow: /docs/',
      'User-agent: *\u2028Disallow: /',
    ],
    text,
  ),
  ...eachOf(
    'robots-txt-match',
    [
      all('Disallow: /docs/', 'Allow: /docs/page'),
      all('Allow: /docs/page', 'Disallow: /docs/'),
      all('Allow: /docs/', 'Disallow: /docs/page.html'),
      all('Allow: /docs/page.html', 'Disallow: /docs/page.html'),
      all('Disallow: /docs/page.html', 'Allow: /docs/page.html'),
      all('Allow: /', 'Disallow: /docs/'),
      all('Disallow: /', 'Allow: /docs/*.html'),
      all('Disallow: /docs/*', 'Allow: /*.html'),
      all('Disallow: /*/page.html', 'Allow: /docs/'),
      all('Disallow: /', 'Allow: /$'),
      all('Disallow: ', 'Disallow: /docs/'),
      'User-agent: googlebot\nDisallow: /',
      'User-agent: Googlebot\nDisallow: /\n\nUser-agent: *\nAllow: /',
      'User-agent: *\nDisallow: /\n\nUser-agent: googlebot\nAllow: /',
      'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow:',
      'User-agent: *\nDisallow: /\n\nUser-agent: googlebot\nDisallow: /other/',
      'User-agent: *\nDisallow: /\n\nUser-agent: Bingbot\nAllow: /',
      'User-agent: *\nDisallow: /\n\nUser-agent: DuckDuckBot\nAllow: /',
      'User-agent: *\nDisallow: /\n\nUser-agent: archive.org_bot\nAllow: /',
      'User-agent: *\nDisallow: /\n\nUser-agent: otherbot\nAllow: /',
      'User-agent: *\nDisallow: /\n\nUser-agent: googlebot-news\nAllow: /',
      'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot/2.1\nAllow: /',
      'User-agent: *\nDisallow: /\n\nUser-agent: google\nAllow: /',
      'User-agent: *\nDisallow: /\n\nUser-agent: googlebot # main\nAllow: /',
      'User-agent: googlebot\nUser-agent: bingbot\nDisallow: /\n\nUser-agent: *\nAllow: /',
      'User-agent: googlebot\nUser-agent: *\nDisallow: /',
      'User-agent: googlebot\nAllow: /\nUser-agent: *\nDisallow: /',
      'User-agent: googlebot\nDisallow: /a\n\nUser-agent: googlebot\nDisallow: /\n\nUser-agent: *\nDisallow: /',
      'User-agent: *\nAllow: /\n\nUser-agent: *\nDisallow: /',
      'User-agent: googlebot\n\nUser-agent: *\nDisallow: /',
      'User-agent: googlebot\nCrawl-delay: 1\nUser-agent: *\nDisallow: /',
      'User-agent: googlebot\nSitemap: https://example.org/s.xml\nUser-agent: *\nDisallow: /',
      'User-agent: *\nDisallow: /\nUser-agent: googlebot\nUser-agent: bingbot\nUser-agent: duckduckbot\nUser-agent: archive.org_bot\nDisallow: /',
      'User-agent: *bot\nDisallow: /',
      'User-agent: **\nDisallow: /',
    ],
    text,
  ),
  ...group('robots-txt-match', [
    ['root, / disallowed with $', at('/', all('Disallow: /$'))],
    ['root, /docs disallowed', at('/', all('Disallow: /docs'))],
    ['query, path disallowed with $', at('/search', all('Disallow: /search$'))],
    ['encoded path, decoded rule', at('/%C3%BC/page.html', all('Disallow: /ü/'))],
    ['encoded path, encoded rule', at('/%C3%BC/page.html', all('Disallow: /%c3%bc/'))],
    ['encoded letter in the path', at('/d%6Fcs/page.html', all('Disallow: /docs/'))],
    ['tilde in the path', at('/~joe/index.html', all('Disallow: /%7ejoe/'))],
    ['star in the path', at('/a*b/index.html', all('Disallow: /a%2Ab/'))],
    ['slashes in the path', at('//docs//page.html', all('Disallow: /docs/'))],
  ]),
  ...group('robots-txt-answer', [
    ...[204, 206, 301, 400, 401, 403, 404, 410, 418, 429, 500, 502, 503].map(
      (code) => [`status ${code}`, status(code, 'User-agent: *\nDisallow: /\n')] as const,
    ),
    ['empty 200', status(200)],
    ['503 with an empty body', status(503)],
    [
      'redirect to another file that blocks',
      redirected('/elsewhere.txt', textResponse(200, 'text/plain', all('Disallow: /'))),
    ],
    [
      'redirect to another file that is broken',
      redirected('/elsewhere.txt', textResponse(200, 'text/plain', 'broken')),
    ],
    ['redirect to a 404', redirected('/nowhere.txt', textResponse(200, 'text/plain', ''))],
    ['redirect to a 500', redirected('/elsewhere.txt', textResponse(500, 'text/plain', ''))],
    ['redirect to itself', redirected('/robots.txt', textResponse(200, 'text/plain', ''))],
    [
      'redirect to a host that does not exist',
      redirected('https://nowhere.example/robots.txt', textResponse(200, 'text/plain', '')),
    ],
    ['redirect to the page', redirected(PATH, textResponse(200, 'text/plain', ''))],
    [
      'HTML with 200',
      answer(textResponse(200, 'text/html', '<!DOCTYPE html>\n<title>Not found</title>\n<p>Sorry')),
    ],
    ['HTML with 404', answer(textResponse(404, 'text/html', '<!DOCTYPE html>\n<title>Not found</title>'))],
    ['byte order mark', text(Buffer.from(`\ufeff${all('Disallow: /')}`))],
    ['byte order mark before a comment', text(Buffer.from(`\ufeff# x\n${all('Disallow: /')}`))],
    ['UTF-16', text(Buffer.from(`\ufeff${all('Disallow: /')}`, 'utf16le'))],
    ['Latin-1', text(Buffer.from(all('Disallow: /gr\u00fc\u00dfe'), 'latin1'))],
    ['bytes that are no text', text(Buffer.from([0, 255, 254, 1, 2, 3]))],
    ['rules after 600 KiB of comments', text(`${'# comment\n'.repeat(60_000)}${all('Disallow: /')}`)],
    [
      'served as a download',
      answer({
        ...textResponse(200, 'application/octet-stream', all('Disallow: /')),
        headers: [
          ['Content-Type', 'application/octet-stream'],
          ['Content-Disposition', 'attachment'],
        ],
      }),
    ],
    ['served without a type', answer({ status: 200, headers: [], body: Buffer.from(all('Disallow: /')) })],
  ]),
];
