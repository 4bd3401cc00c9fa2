import { aPage } from '../../example-page.js';
import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { uncrawlableAnchors } from '../../parity/crawlable-anchors.js';
import { crawlableAnchors } from './crawlable-anchors.check.js';

const anchor = (attributes: string) => ({ html: `<a ${attributes}>x</a>` });

verdictsOf(crawlableAnchors, [
  ['does not apply without links', { html: '' }, 'not_applicable'],
  ['passes an address', anchor('href="/a"'), 'pass'],
  ['passes an empty address', anchor('href=""'), 'pass'],
  ['passes a fragment', anchor('href="#a"'), 'pass'],
  ['passes a telephone number', anchor('href="tel:1"'), 'pass'],
  ['passes a placeholder without listeners', anchor(''), 'pass'],
  ['passes a target of links', anchor('id="a"'), 'pass'],
  ['fails a named target that is a script too', anchor('name="a" href="javascript:void(0)"'), 'uncrawlable'],
  ['passes a link with a role', anchor('role="button" href="javascript:void(0)"'), 'pass'],
  ['passes mail', anchor('href="mailto:javascript:void(0)"'), 'pass'],
  ['fails void(0)', anchor('href="javascript:void(0)"'), 'uncrawlable'],
  ['fails void 0 with blanks', anchor('href="javascript: void 0"'), 'uncrawlable'],
  ['fails a script that opens a page', anchor(`href="javascript:goTo('x')"`), 'uncrawlable'],
  ['fails a script that does nothing', anchor('href="javascript:;"'), 'uncrawlable'],
  ['fails a script in any case, after blanks', anchor('href=" JavaScript:void(0)"'), 'uncrawlable'],
  [
    'fails a script of an SVG link',
    { html: '<svg><a xlink:href="javascript:open()"><text>x</text></a></svg>' },
    'uncrawlable',
  ],
  ['passes a script in a parameter', anchor('href="/?u=javascript:void(0)"'), 'pass'],
  ['fails a file', anchor('href="file:///a"'), 'uncrawlable'],
  ['fails an address that is invalid', anchor('href="http://["'), 'uncrawlable'],
  ['fails a handler without address', anchor('onclick="open()"'), 'uncrawlable'],
  ['fails a handler around it', { html: '<p onclick="open()"><a>x</a></p>' }, 'uncrawlable'],
  ['passes a handler of the window', { html: '<body onload="go()"><a>x</a>' }, 'pass'],
  [
    'fails a listener that a browser found',
    { html: '<a data-m="l">x</a>', renderMark: 'data-m' },
    'uncrawlable',
  ],
  [
    'passes a handler that a browser did not run',
    { html: '<a onclick="(" data-m="hq">x</a>', renderMark: 'data-m' },
    'pass',
  ],
  [
    'fails a handler where no browser was asked',
    { html: '<a onclick="open()" data-m="h">x</a>', renderMark: 'data-m' },
    'uncrawlable',
  ],
  ['fails a target without address', anchor('target="_blank"'), 'uncrawlable'],
]);

it.each([
  [anchor('href="/a"'), 'The page has 1 link and no link that only a script can open.'],
  [anchor('href="javascript:void(0)"'), '1 of 1 link has no URL that crawlers can follow.'],
  [
    { html: '<a href=/a>a</a>' + '<a onclick="open()">b</a>'.repeat(2) },
    '2 of 3 links have no URL that crawlers can follow.',
  ],
])('counts the links', (page, message) => {
  expect(messageOf(findingOn(crawlableAnchors, page))).toBe(message);
});

it.each([
  [`javascript:goTo('x')`, 0],
  ['javascript:;', 0],
  ['JavaScript:void(0)', 0],
  ['javascript:void(0)', 1],
  ['/?u=javascript:void(0)', 1],
])('leaves %s to Lighthouse’s own rule', (href, expected) => {
  const page = aPage(anchor(`href="${href}"`));
  expect(uncrawlableAnchors(page).uncrawlable).toHaveLength(expected);
});
