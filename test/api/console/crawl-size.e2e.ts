import { plantedSite } from '../../../bench/support/planted-site.js';
import { STYLE } from '../../../src/platform/pages/style.js';
import { startApp } from '../../support/app.js';
import { signedIn } from '../../support/console.js';
import { crawled, CRAWLS } from '../../support/crawls.js';

/** The script of the console with that of its progress. */
const SCRIPT_BYTES = 2300;
const PAGES = 40;

it('the screen of a crawl that found much has an example of each finding, and stays small', async () => {
  const links = Array.from(
    { length: PAGES },
    (_, n) => `/shop/with-a-long-name/blue-shoes-number-${String(n)}`,
  );
  const site = await plantedSite((path) =>
    path === '/' || links.includes(path)
      ? {
          links: [...links, '/gone', '/missing'],
          title: /[02468]$/.test(path) ? 'Same' : '',
          description: '',
        }
      : null,
  );
  const test = await startApp({ ALLOWED_TARGETS: site.target });
  const session = await signedIn(test.url, test.owner.key);
  let id = 0;
  for (let crawls = 0; crawls < 3; crawls++)
    ({ id } = await crawled(test.owner, { url: site.urlOf('/'), max_pages: PAGES + 5 }));
  const { body } = await test.owner.call('get', `${CRAWLS}/${String(id)}/findings`).expect(200);
  const screen = await (await session.get(`/console/crawls/${String(id)}`)).text();
  expect(body.data.length).toBeGreaterThan(15);
  expect(screen.match(/<ul class="places">/g)).toHaveLength(body.data.length);
  expect(Buffer.byteLength(screen) + STYLE.length + SCRIPT_BYTES).toBeLessThan(40_000);
  await test.close();
  site.close();
});
