import { allBrowsers } from '../../support/browser.js';
import { render, rendererFor } from '../../support/renderer.js';
import { strangerSite } from '../../support/website.js';

it.each([
  ['none for a picture that is missing', '<img src="/missing.png" alt="">', 0],
  ['one for an exception that nothing catches', '<script>throw new Error(1)</script>', 1],
  ['one for each error that scripts log', '<script>console.error(1); console.error(2)</script>', 2],
])('console errors: %s', async (_, html, count) => {
  const site = await strangerSite((request, response) => {
    if (request.url === '/')
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>Page</h1>${html}`);
    else response.writeHead(404).end();
  });
  for (const [name, program] of await allBrowsers()) {
    const renderer = await rendererFor({ allowed: [site.target], program });
    const { facts } = await render(renderer, `${site.origin}/`);
    await renderer.close();
    expect({ name, error: facts.error, count: facts.console_errors }).toEqual({ name, error: null, count });
  }
  await site.close();
});
