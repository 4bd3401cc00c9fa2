import { aPage } from '../../../src/engine/audit/example-page.js';
import { uncrawlableAnchors } from '../../../src/engine/audit/parity/crawlable-anchors.js';
import { type Renderer } from '../../../src/engine/rendering/renderer.js';
import { render, rendererFor } from '../../support/renderer.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

const listen = (target: string, type = 'click') =>
  `<script>${target}.addEventListener('${type}', () => 0)</script>`;
const link = 'document.querySelector("a")';

/** A page's body, and how many of its links crawlers can't follow. */
const PAGES: Readonly<Record<string, readonly [body: string, uncrawlable: number]>> = {
  'no listener': ['<a>x</a>', 0],
  'a listener': [`<a>x</a>${listen(link)}`, 1],
  'a listener of any event': [`<a>x</a>${listen(link, 'anything')}`, 1],
  'a listener that was removed': [
    `<a>x</a><script>const no = () => 0, a = ${link}; a.addEventListener('click', no); a.removeEventListener('click', no)</script>`,
    0,
  ],
  'a handler property': [`<a>x</a><script>${link}.onclick = () => 0</script>`, 1],
  'a handler attribute': ['<a onclick="x()">x</a>', 1],
  'a handler attribute that is no script': ['<a onclick="x(">x</a>', 0],
  'a listener around it': [
    `<main><p><a>x</a><a>y</a></p></main>${listen('document.querySelector("main")')}`,
    2,
  ],
  'a listener of the root element': [`<a>x</a>${listen('document.documentElement')}`, 1],
  'listeners of the document and the window': [`<a>x</a>${listen('document')}${listen('window')}`, 0],
  'a listener beside it': [`<a>x</a><p>y</p>${listen('document.querySelector("p")')}`, 0],
  'a listener of a link with an address': [`<a href="/x">x</a>${listen(link)}`, 0],
  'a listener of a link with a role, an id or a name': [
    `<a role="button">x</a><a id="x">x</a><a name="x">x</a>${listen('document.body')}`,
    0,
  ],
  'a listener of a shadow root': [
    `<div><template shadowrootmode="open"><a>x</a></template></div>${listen('document.querySelector("div").shadowRoot')}`,
    1,
  ],
  'a listener of an SVG link': [`<svg><a><text>x</text></a></svg>${listen(link)}`, 1],
  'listeners that replaced prototypes hide': [
    `<a>x</a>${listen(link)}<script>Node.prototype.getRootNode = Array.prototype.push = Map.prototype.get = null</script>`,
    1,
  ],
  'a form with a control named like a property': [
    `<form><input name="parentNode"><a>x</a></form>${listen('document.body')}`,
    1,
  ],
  '20 000 links': [
    `<p><a>x</a></p><script>document.body.innerHTML = '<p><a>x</a></p>'.repeat(1e4); const all = document.querySelectorAll('a'); all[0].onclick = all[1].onclick = () => 0</script>`,
    2,
  ],
  'a handler attribute deeper than listeners are read': [
    `<script>let e = document.body; for (let i = 0; i < 600; i++) e = e.appendChild(document.createElement('div'))
e.appendChild(document.createElement('a')).setAttribute('onclick', 'x()')</script>`,
    1,
  ],
};

let site: StrangerSite;
let renderer: Renderer;

beforeAll(async () => {
  site = await strangerSite((request, response) => {
    const [body = ''] = PAGES[decodeURIComponent(request.url ?? '').slice(1)] ?? [];
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><link rel="icon" href="data:,"><body>${body}`);
  });
  renderer = await rendererFor({ allowed: [site.target], rules: 'layout' });
});
afterAll(async () => {
  await renderer.close();
  await site.close();
});

it.each(Object.entries(PAGES))('%s', async (name, [, expected]) => {
  const { document, facts } = await render(renderer, `${site.origin}/${encodeURIComponent(name)}`);
  expect(facts).toMatchObject({ error: null, console_errors: 0 });
  const page = aPage({ url: document?.url, html: document?.html, renderMark: document?.mark });
  expect(uncrawlableAnchors(page).uncrawlable).toHaveLength(expected);
  expect(page.html).not.toContain(document?.mark);
});
