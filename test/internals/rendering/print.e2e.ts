import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrowserLauncher } from '../../../src/engine/rendering/launcher/browser-launcher.js';
import { kill, processesOf } from '../../../src/engine/rendering/process-tree.js';
import { type Renderer } from '../../../src/engine/rendering/renderer.js';
import { browserForProduct, HAS_SANDBOX } from '../../support/browser.js';
import { readPdf } from '../../support/pdf.js';
import { render, rendererFor } from '../../support/renderer.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

const PROFILES = `pagegrade-browser-${String(process.pid)}-`;
const DATE = new Date('2026-03-04T05:06:07Z');
const LATE = 'The document was not printed in time.';

const documentOf = (body: string) =>
  `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Größe (1)</title></head><body>${body}</body></html>`;

let site: StrangerSite;
let renderer: Renderer;

beforeAll(async () => {
  site = await strangerSite((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Requested</h1>');
  });
  renderer = await rendererFor({ allowed: [site.target] });
});
afterAll(async () => {
  await renderer.close();
  await site.close();
});

const print = (html: string, timeLimitMs?: number) => renderer.print(html, { date: DATE, timeLimitMs });

describe('Renderer.print', () => {
  it('prints a tagged A4 document with its title, language, date and page numbers', async () => {
    const html = documentOf('<h1>First</h1><p style="break-after: page">One</p><h2>Second</h2><p>Two</p>');
    const pdf = await readPdf(await print(html));
    expect(pdf).toMatchObject({
      pages: 2,
      size: [expect.closeTo(595, -0.5), expect.closeTo(842, -0.5)],
      isTagged: true,
      showsTitle: true,
      title: 'Größe (1)',
      language: 'de',
      date: "D:20260304050607+00'00'",
      outline: ['First', 'Second'],
    });
    expect(pdf.texts[0]).toContain('1 / 2');
    expect(pdf.texts[1]).toContain('2 / 2');
  });

  it('gives the same bytes for the same document, whatever the browser did before', async () => {
    const html = documentOf('<h1>Same</h1><table><tr><th>A<td>B</table><a href="#x">x</a><p id="x">y');
    const first = await print(html);
    await render(renderer, site.origin);
    await print(documentOf('<p>Another</p>'.repeat(50)));
    const second = await print(html);
    const other = await rendererFor({ allowed: [] });
    const third = await other.print(html, { date: DATE });
    await other.close();
    expect(Buffer.compare(first, second)).toBe(0);
    expect(Buffer.compare(first, third)).toBe(0);
  });

  it('runs no script and requests nothing', async () => {
    site.requests.length = 0;
    const { origin } = site;
    const pdf = await print(
      documentOf(`<p id="p">as it was sent</p><script>document.getElementById('p').textContent = 'changed'</script>
        <img src="${origin}/img" onerror="p.textContent = 'changed'"><link rel="stylesheet" href="${origin}/css">
        <iframe src="${origin}/frame"></iframe><object data="${origin}/object"></object>
        <style>p { background: url(${origin}/background) } @font-face { font-family: x; src: url(${origin}/font) } p { font-family: x }</style>
        <meta http-equiv="refresh" content="0; url=${origin}/refresh">`),
    );
    const { text } = await readPdf(pdf);
    expect(text).toContain('as it was sent');
    expect(text).not.toContain('changed');
    expect(site.requests).toEqual([]);
  });

  it('prints in another browser if the one that has printed before hangs', async () => {
    await print(documentOf('<p>Warm'));
    const hung = processesOf(PROFILES);
    expect(hung).not.toHaveLength(0);
    kill(hung, 'SIGSTOP');
    expect((await readPdf(await print(documentOf('<p>Late')))).text).toContain('Late');
    expect(processesOf(PROFILES).filter((pid) => hung.includes(pid))).toEqual([]);
  });

  it('refuses a document that takes too long', async () => {
    await expect(print(documentOf('<p>x</p>'.repeat(200_000)), 3000)).rejects.toThrow(LATE);
  });

  it('refuses what gives a PDF of more than 20 MB', async () => {
    const noise = (n: number) =>
      Array.from(
        { length: 60_000 },
        (_, i) =>
          `<rect x="${String((i * 7919 + n) % 9973)}" y="${String((i * 104_729) % 9949)}" width="${String(i % 97)}.${String(i % 89)}" height="3" fill="#${((i * 2_654_435) % 0xffffff).toString(16).padStart(6, '0')}"/>`,
      ).join('');
    const pages = Array.from(
      { length: 12 },
      (_, n) => `<svg width="600" height="800" viewBox="0 0 9999 9999">${noise(n)}</svg>`,
    );
    await expect(print(documentOf(pages.join('')))).rejects.toMatchObject({
      code: expect.stringMatching(/browser_failed|page_hangs|page_too_large/) as string,
    });
  });

  it('ends at once when it is no longer wanted', async () => {
    const stop = new AbortController();
    const printing = renderer.print(documentOf('<p>x</p>'.repeat(200_000)), {
      date: DATE,
      signal: stop.signal,
    });
    setTimeout(() => {
      stop.abort(new Error('not wanted'));
    }, 500);
    await expect(printing).rejects.toThrow('not wanted');
  });

  it('prints with the browser of a launcher', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'launcher-')), 'chromium.sock');
    const program = await browserForProduct();
    const launcher = await BrowserLauncher.listen({
      path,
      program,
      hasSandbox: HAS_SANDBOX,
      product: 'Test',
    });
    const launched = await rendererFor({ allowed: [], program: { ...program, path: `unix:${path}` } });
    const pdf = await launched.print(documentOf('<h1>Launched</h1>'), { date: DATE });
    expect((await readPdf(pdf)).text).toContain('Launched');
    await launched.close();
    await launcher.close();
  });
});
