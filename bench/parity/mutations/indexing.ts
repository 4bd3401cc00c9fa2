import { textResponse } from '../case.js';
import { type Change, type Mutation, both, eachOf, edit, group, header } from './draft.js';
import { intoBodyStart, intoHeadEnd, intoHeadStart } from './html-edit.js';

const heads = (name: string, snippets: readonly string[]) =>
  eachOf(name, snippets, (text) => edit(intoHeadEnd, text));
const headers = (name: string, field: string, values: readonly string[]) =>
  eachOf(name, values, (value) => header(field, value));

const robotsHeader = (...values: readonly string[]) => header('X-Robots-Tag', ...values);
const robotsMeta = (name: string, content: string) =>
  edit(intoHeadEnd, `<meta name="${name}" content="${content}">`);
const robotsTxt = (text: string): Change => {
  return (draft) => {
    draft.robotsTxt = textResponse(200, 'text/plain', text);
  };
};

/** What keeps search engines from a page: headers, metas, and both. */
export const indexingMutations: readonly Mutation[] = [
  ...headers('x-robots-tag', 'X-Robots-Tag', [
    'noindex',
    'NOINDEX',
    'none',
    'None',
    'all',
    'index, follow',
    'nofollow',
    'noindex, nofollow',
    'nofollow,noindex',
    'nofollow noindex',
    ' noindex ',
    'noindex;',
    'googlebot: noindex',
    'Googlebot: noindex',
    'googlebot:noindex',
    'bingbot: noindex',
    'otherbot: noindex',
    'otherbot: noindex, noindex',
    'googlebot: nofollow, noindex',
    'googlebot: noindex, otherbot: nofollow',
    'noindex, googlebot: index',
    'unavailable_after: 25 Jun 2010 15:00:00 PST',
    'unavailable_after: 25 Jun 2099 15:00:00 PST',
    'unavailable_after: Friday, 25-Jun-10 15:00:00 GMT',
    'unavailable_after: 2010-06-25T15:00:00Z',
    'unavailable_after: 2010-06-25',
    'unavailable_after: soon',
    'Unavailable_After: 25 Jun 2010 15:00:00 PST',
    'unavailable_after:25 Jun 2010 15:00:00',
    'nofollow, unavailable_after: 25 Jun 2010 15:00:00 PST',
    'googlebot: unavailable_after: 25 Jun 2010 15:00:00 PST',
    'max-snippet:-1, noindex',
    'max-snippet: -1',
    'max-image-preview:large, max-snippet:-1',
    'noindex=true',
    '"noindex"',
    '',
  ]),
  ...group('x-robots-tag', [
    ['two headers, the second one noindex', robotsHeader('nofollow', 'noindex')],
    ['two headers, for two bots', robotsHeader('googlebot: nofollow', 'bingbot: noindex')],
    [
      'headers against every bot one by one',
      robotsHeader('googlebot: noindex', 'bingbot: noindex', 'duckduckbot: noindex', 'noindex'),
    ],
    ['folded header', robotsHeader('nofollow,\r\n noindex')],
    ['folded header with a tab', robotsHeader('googlebot:\r\n\tnoindex')],
    ['header name in upper case', header('X-ROBOTS-TAG', 'noindex')],
    ['header noindex and meta index', both(robotsHeader('noindex'), robotsMeta('robots', 'index'))],
    [
      'header for googlebot and meta index',
      both(robotsHeader('googlebot: noindex'), robotsMeta('robots', 'index')),
    ],
    [
      'header noindex and meta googlebot index',
      both(robotsHeader('noindex'), robotsMeta('googlebot', 'index')),
    ],
  ]),
  ...heads('robots-meta', [
    '<meta name="robots" content="noindex">',
    '<meta name="ROBOTS" content="NOINDEX">',
    '<meta name="robots" content="none">',
    '<meta name="robots" content="all">',
    '<meta name="robots" content="index,follow">',
    '<meta name="robots" content="nofollow, noindex">',
    '<meta name="robots" content="nofollow noindex">',
    '<meta name="robots" content=" noindex ">',
    '<meta name="robots" content="noindex;nofollow">',
    '<meta name=" robots " content="noindex">',
    '<meta name="robots" content="">',
    '<meta name="robots">',
    '<meta property="robots" content="noindex">',
    '<meta http-equiv="robots" content="noindex">',
    '<meta http-equiv="X-Robots-Tag" content="noindex">',
    '<meta itemprop="robots" content="noindex">',
    '<meta id="robots" content="noindex">',
    '<meta name="googlebot" content="noindex">',
    '<meta name="Googlebot" content="noindex">',
    '<meta name="bingbot" content="noindex">',
    '<meta name="duckduckbot" content="noindex">',
    '<meta name="archive.org_bot" content="noindex">',
    '<meta name="googlebot-news" content="noindex">',
    '<meta name="googlebot" content="index"><meta name="robots" content="noindex">',
    '<meta name="robots" content="index"><meta name="googlebot" content="noindex">',
    '<meta name="robots" content="index"><meta name="robots" content="noindex">',
    '<meta name="robots" content="noindex"><meta name="robots" content="index">',
    '<meta name="robots" content="noindex"><meta name="bingbot" content="index">',
    '<meta name="robots" content="noindex"><meta name="otherbot" content="index">',
    '<meta name="robots, googlebot" content="noindex">',
    '<meta name="robots" content="unavailable_after: 25 Jun 2010 15:00:00 PST">',
    '<meta name="robots" content="unavailable_after: 25 Jun 2099 15:00:00 PST">',
    '<meta name="robots" content="unavailable_after:2010-06-25">',
    '<meta name="robots" content="UNAVAILABLE_AFTER: 2010-06-25">',
    '<meta name="robots" content="unavailable_after: Friday, 25 June 2010">',
    '<meta name="robots" content="unavailable_after">',
    '<meta name="robots" content="noindexing">',
    '<meta name="robots" content="noindex" name="description">',
    '<meta content="noindex" name="robots">',
    '<meta name=robots content=noindex,nofollow>',
    '<meta name="robots" content="no&#8203;index">',
    '<meta name="robots" content="&#12288;noindex">',
    '<noscript><meta name="robots" content="noindex"></noscript>',
    '<template><meta name="robots" content="noindex"></template>',
    '<!-- <meta name="robots" content="noindex"> -->',
  ]),
  ...group('robots-meta', [
    ['in the body', edit(intoBodyStart, '<meta name="robots" content="noindex">')],
    ['after a div in the head', edit(intoHeadStart, '<div></div><meta name="robots" content="noindex">')],
    [
      'after a link with an unknown rel',
      edit(intoHeadStart, '<link rel=x href=y><meta name="robots" content="noindex">'),
    ],
    [
      'googlebot blocked by a meta, the others by robots.txt',
      both(
        edit(intoHeadEnd, '<meta name="googlebot" content="noindex">'),
        robotsTxt('User-agent: *\nDisallow: /\n\nUser-agent: googlebot\nAllow: /\n'),
      ),
    ],
    [
      'all blocked by a meta, one allowed by robots.txt',
      both(
        edit(intoHeadEnd, '<meta name="robots" content="noindex">'),
        robotsTxt('User-agent: googlebot\nAllow: /\n'),
      ),
    ],
    [
      'googlebot blocked by a header, the others by robots.txt',
      both(
        robotsHeader('googlebot: noindex'),
        robotsTxt('User-agent: *\nDisallow: /\n\nUser-agent: googlebot\nAllow: /\n'),
      ),
    ],
    [
      'googlebot blocked by a header in its own case, the others by robots.txt',
      both(
        robotsHeader('Googlebot: noindex'),
        robotsTxt('User-agent: *\nDisallow: /\n\nUser-agent: googlebot\nAllow: /\n'),
      ),
    ],
  ]),
];
