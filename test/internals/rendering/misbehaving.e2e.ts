import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type RequestListener } from 'node:http';
import { type Renderer } from '../../../src/engine/rendering/renderer.js';
import { errorsBeside, heapUsed, SOUND } from '../../support/neighbors.js';
import { render, rendererFor } from '../../support/renderer.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';
import { MISBEHAVING } from './misbehaving-pages.js';

const isAll = process.env.HOSTILE_PAGES === 'all';
const pages = Object.entries(MISBEHAVING).filter(([, { isSlow = false }]) => isAll || !isSlow);
/** A run takes at most 33 s. It may be repeated, in a browser that has to be started. */
const END_MS = 75_000;
/** Rendered in a browser that has rendered others, so that its run is repeated if it is cut off. Other floods have a new
 *  browser each: most of their runs last as long as they may, and are not repeated in one. */
const REPEATED = 'logs objects of 200 000 fields';

let site: StrangerSite;
let shared: Renderer;
const unhandled: unknown[] = [];
const note = (error: unknown) => unhandled.push(error);

beforeAll(async () => {
  process.on('uncaughtException', note).on('unhandledRejection', note);
  site = await strangerSite(answer);
  shared = await newRenderer();
});
afterAll(async () => {
  await shared.close();
  await site.close();
  process.off('uncaughtException', note).off('unhandledRejection', note);
});

const newRenderer = () => rendererFor({ allowed: [site.target] });

const answer: RequestListener = (request, response) => {
  const path = decodeURIComponent((request.url ?? '').slice(1).split('?')[0] ?? '');
  const html = { 'content-type': 'text/html' };
  if (path === 'plain')
    return response.writeHead(200, html).end('<!doctype html><title>Plain</title><h1>Plain</h1>');
  if (path === 'sound') return response.writeHead(200, html).end(SOUND);
  if (path === 'redirects for ever') return response.writeHead(302, { location: `?${Math.random()}` }).end();
  if (path === 'worker.js')
    return response
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end(
        'oninstall = skipWaiting; onactivate = () => clients.claim(); onfetch = (e) => e.respondWith(new Promise(() => 0))',
      );
  if (path === 'never ends its HTML' || path === 'endless') {
    response.writeHead(200, path === 'endless' ? { 'content-type': 'image/png' } : html);
    const timer = setInterval(() => response.write('<p>more</p>'.repeat(1000)), 20);
    return response.on('close', () => clearInterval(timer));
  }
  const page = MISBEHAVING[path];
  return page ? response.writeHead(200, html).end(page.html) : response.writeHead(404).end();
};

/** This process may have run other tests before. */
const rssBefore = process.memoryUsage.rss();

it.each(pages)(
  'ends a page that %s, and renders the next',
  async (name, { rendered, isFlood = false }) => {
    const renderer = isFlood && name !== REPEATED ? await newRenderer() : shared;
    const heapBefore = isFlood ? heapUsed() : 0;
    const lag = monitorEventLoopDelay({ resolution: 10 });
    lag.enable();
    let ms = Infinity;
    const startedAt = performance.now();
    const run = render(renderer, `${site.origin}/${encodeURIComponent(name)}`).finally(() => {
      ms = performance.now() - startedAt;
    });
    const errors = isFlood ? await errorsBeside(renderer, `${site.origin}/sound`, run) : [];
    const { facts, document } = await run;
    lag.disable();
    if (process.env.SHOW)
      console.info(
        name,
        Math.round(ms),
        Math.round(lag.max / 1e6),
        Math.round(process.memoryUsage.rss() / 1e6),
        facts.error,
        document?.html.length,
      );
    expect(ms).toBeLessThan(END_MS);
    expect(document === undefined).toBe(facts.error !== null);
    if (rendered !== undefined) expect(document?.html).toContain(rendered);
    expect(document?.html.length ?? 0).toBeLessThanOrEqual(10 * 1024 * 1024);
    expect(lag.max / 1e6).toBeLessThan(5000);
    const next = await render(renderer, `${site.origin}/plain`, 2);
    expect(next.facts.error).toBeNull();
    expect(next.document?.html).toContain('<h1>Plain</h1>');
    expect(next.viewport?.webp.length).toBeGreaterThan(100);
    expect(process.memoryUsage.rss() - rssBefore).toBeLessThan(1e9);
    expect(unhandled).toEqual([]);
    for (const error of errors) expect(error).toBeNull();
    if (renderer !== shared) await renderer.close();
    if (isFlood) expect(heapUsed() - heapBefore).toBeLessThan(50e6);
  },
  180_000,
);
