import { ACCESSIBILITY_AUDITS } from '../../../src/engine/audit/parity/accessibility.js';
import { lighthouseParity, withAccessibility } from '../../../src/engine/audit/parity/lighthouse.js';
import { aPage } from '../../../src/engine/audit/example-page.js';
import { type Renderer } from '../../../src/engine/rendering/renderer.js';
import { allBrowsers } from '../../support/browser.js';
import { render, rendererFor } from '../../support/renderer.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

const HEAD = '<head><title>Shoes</title><meta name="viewport" content="width=device-width"></head>';
const page = (body: string) => `<!doctype html><html lang="en">${HEAD}<body>${body}</body></html>`;
const withoutLanguage = (body: string) => `<!doctype html><html>${HEAD}<body>${body}</body></html>`;
const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => text(n)).join('');

const GOOD = '<main><h1>Shoes</h1><h2>Blue</h2><img src="data:," alt="A shoe"><ul><li>One</li></ul></main>';
const FAULTS = `<main><h1>Shoes</h1><h3>Blue</h3><img src="data:,"><button></button>
<p style="color: #bbb">Pale</p><ul><p>No item</p></ul><div role="made-up">Role</div></main>`;
const FAILED = [
  'aria-roles',
  'button-name',
  'color-contrast',
  'heading-order',
  'html-has-lang',
  'image-alt',
  'list',
];

/** Faulty pages that try to look well. */
const DECEIVING: Readonly<Record<string, string>> = {
  'replaces what its scripts have in common': `<script>
    for (const object of [Array.prototype, Map.prototype, Set.prototype, Element.prototype, Node.prototype, JSON, Promise])
      for (const key of Object.getOwnPropertyNames(object))
        try { if (typeof object[key] === 'function') object[key] = () => [] } catch {}
    Promise.prototype.then = () => undefined; Array.from = () => []; Object.entries = () => []</script>`,
  'has an axe of its own': `<script>Object.defineProperty(window, 'axe', {
    value: { version: '9', configure() {}, run: () => Promise.resolve({}) }, writable: false })</script>`,
  'names elements after globals':
    '<a id="axe"></a><form id="module"><input type="hidden" name="exports"></form><i id="define"></i>',
  'has results of megabytes': times(
    30,
    (n) => `<p id="p${String(n)}${'x'.repeat(2e5)}" style="color: #ccc">Pale</p>`,
  ),
  'has a megabyte of attributes': `<p style="color: #ccc" ${times(5000, (n) => `a${String(n)}="${'x'.repeat(200)}" `)}>Pale</p>`,
};

/** Pages that axe-core can't judge, whole or in time. */
const UNJUDGEABLE: Readonly<Record<string, string>> = {
  'has 100 000 elements': `<script>document.body.innerHTML += '<i>x</i>'.repeat(100000)</script>`,
  'has 31 000 elements in a shadow tree': `<div id="host"></div><script>
    document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = '<i>x</i>'.repeat(31000)</script>`,
  // The rule target-size compares each of them with each other, which takes axe-core minutes.
  'never lets it end': '<a href="/" style="position: absolute; top: 0">a</a>'.repeat(3000),
  'hides the methods of a form':
    '<form>Form <input type="hidden" name="getAttribute"><input type="hidden" name="hasAttribute"></form>',
};

let site: StrangerSite;

beforeAll(async () => {
  const pages = new Map([
    ['/good', page(GOOD)],
    ['/faulty', withoutLanguage(FAULTS)],
    ...Object.entries(DECEIVING).map(([name, html]) => [`/${name}`, withoutLanguage(FAULTS + html)] as const),
    ...Object.entries(UNJUDGEABLE).map(([name, html]) => [`/${name}`, page(GOOD + html)] as const),
  ]);
  site = await strangerSite(({ url = '' }, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(pages.get(decodeURIComponent(url)));
  });
});

afterAll(() => site.close());

async function rendered(renderer: Renderer, name: string) {
  const { document } = await render(renderer, `${site.origin}/${encodeURIComponent(name)}`, 1, 'mobile');
  const run = document?.accessibility ?? null;
  const audits = run?.audits ?? {};
  const failed = Object.keys(audits).filter((id) => audits[id] === 0);
  return { document, fault: run?.fault, audits, failed: failed.toSorted() };
}

function scoreOf(audits: Readonly<Record<string, 0 | 1 | null>>): number | null {
  return withAccessibility(lighthouseParity(aPage({ html: '' })), { audits, fault: null }).accessibility;
}

it('judges accessibility as Lighthouse does, in each kind of browser', async () => {
  for (const [name, program] of await allBrowsers()) {
    const renderer = await rendererFor({ allowed: [site.target], program });
    const good = await rendered(renderer, 'good');
    expect([name, good.fault, good.failed]).toEqual([name, null, []]);
    expect(Object.keys(good.audits).toSorted()).toEqual(ACCESSIBILITY_AUDITS.toSorted());
    expect(good.audits).toMatchObject({ 'image-alt': 1, list: 1, label: null, accesskeys: null });
    expect(scoreOf(good.audits)).toBe(100);
    const faulty = await rendered(renderer, 'faulty');
    expect([name, faulty.fault, faulty.failed]).toEqual([name, null, FAILED]);
    expect(scoreOf(faulty.audits)).toBeLessThan(70);
    await renderer.close();
  }
});

describe('a page that', () => {
  let renderer: Renderer;

  beforeAll(async () => {
    renderer = await rendererFor({ allowed: [site.target] });
  });

  afterAll(() => renderer.close());

  it.each(Object.keys(DECEIVING))('%s is judged like any other', async (name) => {
    const { document, fault, failed } = await rendered(renderer, name);
    expect([fault, failed]).toEqual([null, FAILED]);
    expect(document?.layout['color-contrast']?.failed).toBeGreaterThan(0);
    expect(JSON.stringify(document?.layout).length).toBeLessThan(200_000);
  });

  it.each([
    ['has 100 000 elements', /^(too_many_elements|no_answer)$/],
    ['has 31 000 elements in a shadow tree', /^(too_many_elements|no_answer)$/],
    ['never lets it end', /^no_answer$/],
    ['hides the methods of a form', /^rules_failed$/],
  ])('%s has no score but a reason, and the next page is judged', async (name, reason) => {
    const { document, fault } = await rendered(renderer, name);
    expect(document?.html).toContain('<h1>Shoes</h1>');
    expect(fault).toMatch(reason);
    const next = await rendered(renderer, 'good');
    expect([next.fault, next.failed]).toEqual([null, []]);
  });
});
