import { type Renderer } from '../../../src/engine/rendering/renderer.js';
import { type Canary, canary } from '../../support/canary.js';
import { isPublic, publicSite, type PublicSite, resolvePublic } from '../../support/public-site.js';
import { render, rendererFor } from '../../support/renderer.js';
import { answerRequesting, NAVIGATIONS } from './requesting-site.js';

let intranet: Canary;
let site: PublicSite;
let renderer: Renderer;

beforeEach(async () => {
  [intranet, site] = [await canary(), await publicSite(answerRequesting)];
  renderer = await rendererFor({
    allowed: [`127.0.0.1:${intranet.port}`, `intranet.example:${intranet.port}`],
    ports: [site.port, intranet.port],
    resolve: resolvePublic,
    isPublic,
  });
});
afterEach(async () => {
  await renderer.close();
  await Promise.all([intranet.close(), site.close()]);
});

describe('Renderer: a page at a public address', () => {
  it('is rendered, and reaches no allowed target', async () => {
    for (const host of ['127.0.0.1', 'intranet.example']) {
      const target = `${host}:${intranet.port}`;
      const { facts, document } = await render(
        renderer,
        `${site.origin}/kinds?${target},${intranet.udpPort}`,
      );
      expect(facts.error).toBeNull();
      expect(document?.html).toContain('<title>Requests</title>');
      expect(facts.blocked_requests).toBeGreaterThan(40);
    }
    expect([...intranet.heard]).toEqual([]);
    expect(intranet.connections()).toBe(0);
  }, 150_000);

  it.each([...Object.keys(NAVIGATIONS).map((way) => `go/${way}?`), 'redirect?http://'])(
    'is not replaced by an allowed target: %s',
    async (way) => {
      const { facts, document } = await render(renderer, `${site.origin}/${way}127.0.0.1:${intranet.port}/x`);
      expect(facts.blocked_requests).toBeGreaterThan(0);
      expect(document?.url ?? site.origin).toContain('public.example');
      expect(intranet.connections()).toBe(0);
    },
  );

  it('reaches one if the audited address is allowed', async () => {
    const url = new URL(`${site.origin}/go/late?127.0.0.1:${intranet.port}`);
    const audited = new URL(`http://127.0.0.1:${intranet.port}/`);
    const { facts } = await renderer.render({ url, audited, device: 'desktop', account: 1 });
    expect(facts.blocked_requests).toBe(0);
    expect([...intranet.heard]).toContain('late');
  });
});
