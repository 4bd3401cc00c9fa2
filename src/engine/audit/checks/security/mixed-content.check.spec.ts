import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { mixedContent } from './mixed-content.check.js';

const SCRIPT = '<script src=http://a.example/></script>';
const UPGRADE = '<meta http-equiv=Content-Security-Policy content="img-src *; Upgrade-Insecure-Requests">';
const styled = (text: string) => {
  const url = 'https://example.com/a.css';
  return {
    html: '<link rel=stylesheet href=/a.css>',
    styleSheets: new Map([[url, { url, type: 'text/css', text }]]),
  };
};
const sent = (name: string, value: string) => ({ html: SCRIPT, headers: [[name, value]] as const });

verdictsOf(mixedContent, [
  [
    'does not apply to plain http',
    { url: 'http://example.com/', html: '<script src=http://a.example/></script>' },
    'not_applicable',
  ],
  [
    'passes https and relative addresses',
    { html: '<script src=/a.js></script><img src=//b.example/c.png>' },
    'pass',
  ],
  [
    'passes links that are followed, not loaded',
    { html: '<a href=http://a.example/>a</a><link rel=canonical href=http://a.example/>' },
    'pass',
  ],
  [
    'passes a style sheet that is disabled',
    { html: '<link rel=stylesheet disabled href=http://a.example/b.css>' },
    'pass',
  ],
  [
    'warns of an image that is loaded early',
    { html: '<link rel=preload as=image href=http://a.example/b.gif>' },
    'passive_content',
  ],
  [
    'fails a file for the next page',
    { html: '<link rel=prefetch href=http://a.example/b.js>' },
    'active_content',
  ],
  [
    'fails a script that is loaded early',
    { html: '<link rel=preload as=script href=http://a.example/b.js>' },
    'active_content',
  ],
  [
    'warns of a background of old documents',
    { html: '<body background=http://a.example/b.gif>' },
    'passive_content',
  ],
  [
    'passes this machine',
    { html: '<script src=http://localhost:1/></script><img src=http://127.0.0.1/>' },
    'pass',
  ],
  [
    'passes what is in a comment, noscript or template',
    {
      html: '<!--<script src=http://a.example/></script>--><noscript><img src=http://a.example/></noscript><template><script src=http://a.example/></script></template>',
    },
    'pass',
  ],
  ['fails a script', { html: '<script src="HTTP://a.example/a.js"></script>' }, 'active_content'],
  [
    'fails a style sheet',
    { html: '<link rel="preload STYLESHEET" href=http://a.example/a.css>' },
    'active_content',
  ],
  ['fails a frame', { html: '<iframe src=http://a.example/></iframe>' }, 'active_content'],
  ['fails an object', { html: '<object data=http://a.example/></object>' }, 'active_content'],
  ['uses the base', { html: '<base href=http://a.example/><script src=a.js></script>' }, 'active_content'],
  ['warns of an image', { html: '<img src=http://a.example/a.png>' }, 'passive_content'],
  [
    'fails one candidate among several, which browsers block',
    { html: '<img src=/a.png srcset="/b.png 2x, http://a.example/c.png 3x">' },
    'active_content',
  ],
  [
    'passes a fallback that candidates with widths replace',
    { html: '<img src=http://a.example/a.png srcset="/a-300.png 300w, /a-768.png 768w">' },
    'pass',
  ],
  [
    'fails a fallback that is a candidate itself',
    { html: '<img src=http://a.example/a.png srcset="/a.png 2x">' },
    'active_content',
  ],
  [
    'passes a data block, which no browser loads',
    { html: '<script type=text/plain src=http://a.example/></script>' },
    'pass',
  ],
  [
    'passes a comma within an address of several candidates',
    { html: '<img srcset="/resize,http://a.example/c.png 3x">' },
    'pass',
  ],
  [
    'passes what a policy upgrades to https',
    sent('content-security-policy', "default-src 'self', img-src * ;upgrade-insecure-requests;"),
    'pass',
  ],
  ['passes it if the policy is in the head', { html: `<head>${UPGRADE}${SCRIPT}</head>` }, 'pass'],
  ['fails what stands before the policy', { html: `<head>${SCRIPT}${UPGRADE}</head>` }, 'active_content'],
  ['fails with a policy in the body', { html: `<body>${UPGRADE}${SCRIPT}</body>` }, 'active_content'],
  [
    'fails with a policy that is only reported',
    sent('content-security-policy-report-only', 'upgrade-insecure-requests'),
    'active_content',
  ],
  [
    'fails with a policy that only mentions the directive',
    sent('content-security-policy', 'report-uri upgrade-insecure-requests; upgrade-insecure-requests-x'),
    'active_content',
  ],
  [
    'fails a source of a picture',
    { html: '<picture><source srcset=http://a.example/a.png></picture>' },
    'active_content',
  ],
  [
    'fails the image of a picture',
    { html: '<picture><img src=http://a.example/a.png></picture>' },
    'active_content',
  ],
  [
    'warns of a source of a video',
    { html: '<video><source src=http://a.example/a></video>' },
    'passive_content',
  ],
  ['warns of an icon', { html: '<link rel="shortcut icon" href=http://a.example/a>' }, 'passive_content'],
  ['warns of a button', { html: '<input type=IMAGE src=http://a.example/a>' }, 'passive_content'],
  ['passes a field with a source', { html: '<input src=http://a.example/a>' }, 'pass'],
  [
    'warns of an image in SVG',
    { html: '<svg><image xlink:href=http://a.example/a></image></svg>' },
    'passive_content',
  ],
  [
    'fails a script in SVG',
    { html: '<svg><script href=http://a.example/a></script></svg>' },
    'active_content',
  ],
  ['passes a link in SVG', { html: '<svg><a href=http://a.example/a></a></svg>' }, 'pass'],
  [
    'fails an imported style sheet',
    { html: '<style>@import url(http://a.example/a.css);</style>' },
    'active_content',
  ],
  [
    'fails a font',
    { html: '<style>@font-face{font-family:a;src:url(http://a.example/a)}</style>' },
    'active_content',
  ],
  [
    'warns of an image in styles',
    { html: '<style>p{background:url(http://a.example/a)}</style>' },
    'passive_content',
  ],
  [
    'warns of an image in a style attribute',
    { html: '<p style="background:url(\'http://a.example/a\')">' },
    'passive_content',
  ],
  [
    'passes what is no style sheet, and what loads nothing in one',
    {
      html: '<style type=text/less>@import "http://a.example/";</style><style>@namespace url(http://www.w3.org/2000/svg);a[href="http://a.example/"]{color:red}</style>',
    },
    'pass',
  ],
  [
    'warns of what a loaded style sheet names',
    styled('a{background:url( "http://a.example/a.png")}'),
    'in_style_sheets',
  ],
  ['fails an import of a loaded style sheet', styled('@import "http://a.example/a.css";'), 'active_content'],
  [
    'passes a loaded style sheet whose names are upgraded, relative or of this machine',
    {
      ...styled('a{background:url(http://a.example/a.png)}'),
      headers: [['content-security-policy', 'upgrade-insecure-requests']],
    },
    'pass',
  ],
  ['passes relative names in one', styled('a{background:url(/a.png)}b{content:"http://a.example/"}'), 'pass'],
  ['passes names of this machine in one', styled('a{background:url(http://127.0.0.1/a.png)}'), 'pass'],
  ['warns of a poster', { html: '<video poster=http://a.example/a.png></video>' }, 'passive_content'],
]);

it.each([
  [
    { html: '<script src=http://a.example/></script><img src=http://a.example/><img src=http://b.example/>' },
    'The page loads scripts, styles, fonts, frames or images of a srcset over plain http in 1 place, and other images or media in 2 places.',
  ],
  [
    { html: '<script src=http://a.example/></script>' },
    'The page loads scripts, styles, fonts, frames or images of a srcset over plain http in 1 place.',
  ],
  [
    { html: '<script src=http://a.example/ style="background:url(http://a.example/)"></script>' },
    'The page loads scripts, styles, fonts, frames or images of a srcset over plain http in 1 place.',
  ],
  [{ html: '<img src=http://a.example/>' }, 'The page loads images or media over plain http in 1 place.'],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(mixedContent, page))).toBe(message);
});
