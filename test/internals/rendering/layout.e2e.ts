import { render, rendererFor } from '../../support/renderer.js';
import { strangerSite } from '../../support/website.js';

const PALE = 'style="color: #ccc"';
const NAME = 'n'.repeat(1500);

it('names elements that look wrong, also in shadow trees and with selectors of any length', async () => {
  const site = await strangerSite((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>Pale</title><p id="own" ${PALE}>Pale</p><p id="${NAME}" ${PALE}>Pale</p>
<div id="host"><template shadowrootmode="open"><b ${PALE}>Pale</b></template></div>`);
  });
  const renderer = await rendererFor({ allowed: [site.target], rules: 'layout' });
  const { document } = await render(renderer, site.origin);
  const verdict = document?.layout['color-contrast'];
  expect(verdict).toMatchObject({ passed: 0, failed: 3 });
  const selectors = verdict?.places.map(({ selector }) => selector) ?? [];
  expect(selectors.toSorted()).toEqual(['#host >>> b', `#${'n'.repeat(998)}…`, '#own']);
  await renderer.close();
  await site.close();
});
