import { startApp, type TestApp } from '../../support/app.js';
import { crawled, CRAWLS } from '../../support/crawls.js';
import { type PlantedPage, plantedSite, type PlantedSite } from '../../../bench/support/planted-site.js';

const OTHERS = Array.from({ length: 700 }, (_, n) => `/other/${String(n)}`);

const PAGES: Readonly<Record<string, PlantedPage>> = {
  '/': { links: [...OTHERS, '/wanted/last', '/wanted/gone'] },
  '/wanted/last': { links: ['/wanted/further'] },
  '/wanted/further': {},
};

let test: TestApp;
let site: PlantedSite;

beforeAll(async () => {
  site = await plantedSite((path) => PAGES[path] ?? null);
  test = await startApp({ ALLOWED_TARGETS: site.target });
});

afterAll(async () => {
  await test.close();
  site.close();
});

it('pages behind the links at the end of a long list have their clicks, and broken ones the page that links there', async () => {
  const { id } = await crawled(test.owner, { url: site.urlOf('/'), include: ['/wanted/*'] });
  const { body } = await test.owner.call('get', `${CRAWLS}/${String(id)}/pages`).expect(200);
  const depths = body.data.map(({ url, depth }: { url: string; depth: number }) => [
    new URL(url).pathname,
    depth,
  ]);
  expect(Object.fromEntries(depths)).toEqual({
    '/': 0,
    '/wanted/last': 1,
    '/wanted/gone': 1,
    '/wanted/further': 2,
  });
  const broken = await test.owner.call('get', `${CRAWLS}/${String(id)}/findings/broken_links`).expect(200);
  expect(broken.body.data).toMatchObject([{ linked_from: [site.urlOf('/')] }]);
});
