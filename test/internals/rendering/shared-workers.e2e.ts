import { allBrowsers } from '../../support/browser.js';
import { render, rendererFor } from '../../support/renderer.js';
import { strangerSite } from '../../support/website.js';

const LATE_MS = 14_000;

it.each([
  ['goes on', `fetch('/by-worker')`, ['/by-worker'], 3, 0],
  ['logs an error', `fetch('/by-worker'); console.error('wrong')`, ['/by-worker'], 3, 1],
  ['ends by itself', `fetch('/by-worker').then(() => close())`, ['/by-worker'], 3, 0],
  ['is missing', null, [], 2, 0],
])('a page with a shared worker that %s comes to rest', async (_, script, asked, requests, consoleErrors) => {
  const page = `<h1>Page</h1><script>new SharedWorker('/worker.js');
setTimeout(() => fetch('/late'), ${String(LATE_MS)})</script>`;
  const site = await strangerSite(({ url }, response) => {
    if (url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    else if (url === '/worker.js' && script !== null)
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    else if (url === '/by-worker') response.writeHead(204).end();
    else response.writeHead(404).end();
  });
  for (const [name, program] of await allBrowsers()) {
    site.requests.length = 0;
    const renderer = await rendererFor({ allowed: [site.target], program, rules: 'layout' });
    const { facts } = await render(renderer, `${site.origin}/`);
    await renderer.close();
    const { error, console_errors } = facts;
    expect({ name, error, requests: facts.requests, console_errors }).toEqual({
      name,
      error: null,
      requests,
      console_errors: consoleErrors,
    });
    expect(site.requests).toEqual(expect.arrayContaining(['/worker.js', ...asked]));
    expect(site.requests).not.toContain('/late');
  }
  await site.close();
});
