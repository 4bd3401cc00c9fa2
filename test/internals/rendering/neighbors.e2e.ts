import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Renderer } from '../../../src/engine/rendering/renderer.js';
import { TestLauncher } from '../../support/launcher.js';
import { render, rendererFor } from '../../support/renderer.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';
import { MISBEHAVING } from './misbehaving-pages.js';

/** Pages that make the browser or its client work hard or die. */
const FLOODS = Object.keys(MISBEHAVING).filter((name) =>
  /^(logs|throws errors|has 200|fetches|pushes states of|has a title of 50|opens frames|fills the)/.test(
    name,
  ),
);
const ROUNDS = Number(process.env.HOSTILE_ROUNDS ?? 1);
/** Between two sound pages. Without it, they take the processor away from the page beside them. */
const PAUSE_MS = 1000;
const SOUND = `<!doctype html><title>Sound</title><h1>Sound</h1>${'<p>Some words of a sound page.</p>'.repeat(200)}`;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let site: StrangerSite;
let launcher: TestLauncher;

beforeAll(async () => {
  launcher = await TestLauncher.start();
  site = await strangerSite((request, response) => {
    const page = MISBEHAVING[decodeURIComponent((request.url ?? '').slice(1))];
    response.writeHead(200, { 'content-type': 'text/html' }).end(page?.html ?? SOUND);
  });
});
afterAll(async () => {
  await site.close();
  expect(await launcher.stop()).toEqual([]);
});

/** Renders sound pages of another account while a page is rendered.
 *  @returns the errors of the sound ones */
async function errorsBeside(renderer: Renderer, name: string): Promise<unknown[]> {
  const errors: unknown[] = [];
  const state = { isOver: false };
  const hostile = render(renderer, `${site.origin}/${encodeURIComponent(name)}`, 1).finally(
    () => (state.isOver = true),
  );
  do {
    const { facts, document } = await render(renderer, `${site.origin}/sound`, 2);
    errors.push(facts.error ?? (document?.html.includes('Sound') ? null : 'no document'));
    if (!state.isOver) await sleep(PAUSE_MS);
  } while (!state.isOver);
  await hostile;
  return errors;
}

describe.each(['a browser of its own', 'a browser of the launcher'])('Renderer with %s', (kind) => {
  let renderer: Renderer;

  beforeAll(async () => {
    const program = kind.includes('launcher') ? await launcher.program() : undefined;
    renderer = await rendererFor({ allowed: [site.target], ...(program && { program }) });
  });
  afterAll(() => renderer.close());

  it.each(FLOODS)(
    'renders the pages of another account beside one that %s, and keeps nothing of either',
    async (name) => {
      collectGarbage();
      const { heapUsed } = process.memoryUsage();
      for (let round = 0; round < ROUNDS; round += 1)
        for (const error of await errorsBeside(renderer, name)) expect(error).toBeNull();
      collectGarbage();
      expect(process.memoryUsage().heapUsed - heapUsed).toBeLessThan(50e6);
    },
    120_000 * ROUNDS,
  );
});
