import { type Renderer } from '../../../src/engine/rendering/renderer.js';
import { TestLauncher } from '../../support/launcher.js';
import { errorsBeside, heapUsed, SOUND } from '../../support/neighbors.js';
import { render, rendererFor } from '../../support/renderer.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';
import { MISBEHAVING } from './misbehaving-pages.js';

const FLOODS = Object.keys(MISBEHAVING).filter((name) => MISBEHAVING[name]?.isFlood);
/** One of each kind: the browser dies, its messages are too long, or too many. Most others are rendered beside sound pages in
 *  misbehaving.e2e.ts, and all of them here and there with HOSTILE_PAGES=all. */
const KINDS = ['fills the memory', 'logs 134 million characters', 'has 200 workers with addresses of 2 MB'];
const ROUNDS = Number(process.env.HOSTILE_ROUNDS ?? 1);

let site: StrangerSite;
let launcher: TestLauncher;
let renderer: Renderer;

beforeAll(async () => {
  launcher = await TestLauncher.start();
  site = await strangerSite((request, response) => {
    const page = MISBEHAVING[decodeURIComponent((request.url ?? '').slice(1))];
    response.writeHead(200, { 'content-type': 'text/html' }).end(page?.html ?? SOUND);
  });
  renderer = await rendererFor({ allowed: [site.target], program: await launcher.program() });
});
afterAll(async () => {
  await renderer.close();
  await site.close();
  expect(await launcher.stop()).toEqual([]);
});

it.each(process.env.HOSTILE_PAGES === 'all' ? FLOODS : KINDS)(
  'pages of another account are rendered in browsers of the launcher beside one that %s, and nothing is kept of either',
  async (name) => {
    const before = heapUsed();
    for (let round = 0; round < ROUNDS; round += 1) {
      const hostile = render(renderer, `${site.origin}/${encodeURIComponent(name)}`, 1);
      for (const error of await errorsBeside(renderer, `${site.origin}/sound`, hostile))
        expect(error).toBeNull();
    }
    expect(heapUsed() - before).toBeLessThan(50e6);
  },
  120_000 * ROUNDS,
);
