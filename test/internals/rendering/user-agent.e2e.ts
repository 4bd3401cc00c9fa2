import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BrowserLauncher } from '../../../src/engine/rendering/launcher/browser-launcher.js';
import { allBrowsers, HAS_SANDBOX } from '../../support/browser.js';
import { render, rendererFor } from '../../support/renderer.js';
import { strangerSite } from '../../support/website.js';

const PAGE = `<!doctype html><h1>Page</h1><iframe src="/frame"></iframe><script>
navigator.serviceWorker.register('/service.js');
new Worker('/dedicated.js');
new SharedWorker('/shared.js');
</script>`;
const FETCHED = ['/by-service', '/by-dedicated', '/by-shared'];
const NAMED = { agent: expect.stringMatching(/ Chrome\/\d+\.0\.0\.0 .* Pagegrade\/test$/) };

it.each(['browsers of its own', 'browsers of a launcher'])(
  'each request of a page, its frames and its workers names the product: %s',
  async (kind) => {
    const agents = new Map<string, string>();
    const site = await strangerSite(({ url = '', headers }, response) => {
      agents.set(url, headers['user-agent'] ?? '');
      const isScript = url.endsWith('.js');
      const text = isScript ? `fetch('/by-${url.slice(1, -3)}')` : url === '/' ? PAGE : 'Text';
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' }).end(text);
    });
    for (const [name, program] of await allBrowsers()) {
      agents.clear();
      const path = join(await mkdtemp(join(tmpdir(), 'launcher-')), 'chromium.sock');
      const launcher = await BrowserLauncher.listen({
        path,
        program,
        hasSandbox: HAS_SANDBOX,
        product: 'Pagegrade/test',
      });
      const launched = kind.includes('launcher') ? { ...program, path: `unix:${path}` } : program;
      const renderer = await rendererFor({ allowed: [site.target], program: launched, rules: 'layout' });
      const { facts } = await render(renderer, `${site.origin}/`);
      await renderer.close();
      await launcher.close();
      await rm(dirname(path), { recursive: true });
      expect({ name, error: facts.error }).toEqual({ name, error: null });
      expect([...agents.keys()]).toEqual(expect.arrayContaining(['/', '/frame', ...FETCHED]));
      for (const [url, agent] of agents) expect({ name, url, agent }).toMatchObject(NAMED);
    }
    await site.close();
  },
);
