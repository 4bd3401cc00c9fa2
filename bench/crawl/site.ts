/** Serves a site whose faults are known, as a process of its own: its CPU time is not the crawl's. Arguments: the number of
 *  pages. Sends its origin, and the expected pages of each finding, to its parent. */
import { plantedSite } from '../support/planted-site.js';
import { plan } from './plan.js';

const { pages, expected } = plan(Number(process.argv[2]));
const robots = 'User-agent: *\nDisallow: /blocked-\n';
const listed = [...pages.entries()].filter(([, { isListed }]) => isListed).map(([path]) => path);
const sitemap = (origin: string) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${listed
    .map((path) => `<url><loc>${origin}${path}</loc></url>`)
    .join('')}</urlset>`;

/** Endless: each day links to the next one. */
function calendar(path: string) {
  const day = Number(/^\/calendar\?day=(\d+)$/.exec(path)?.[1]);
  return day > 0 ? { links: [`/calendar?day=${String(day + 1)}`] } : null;
}

const site = await plantedSite((path) => pages.get(path)?.page ?? calendar(path), {
  '/robots.txt': robots,
  '/sitemap.xml': sitemap,
});
process.on('message', (message) => {
  if (message === 'reset') site.requests.length = 0;
  const gets = new Map<string, number>();
  for (const { method, path } of site.requests)
    if (method === 'GET') gets.set(path, (gets.get(path) ?? 0) + 1);
  // A loop is followed before it is known as one.
  const twice = [...pages.keys()].filter((path) => (gets.get(path) ?? 0) > 1 && !path.startsWith('/loop-'));
  const missed = [...pages.entries()].filter(([path, { isVisited }]) => isVisited && !gets.has(path));
  process.send?.({ requests: site.requests.length, twice, missed: missed.map(([path]) => path) });
});
process.send?.({
  origin: site.origin,
  target: site.target,
  expected,
  visited: countVisited(),
  paths: listed.filter((path) => path.split('/').length === 3).slice(0, 1000),
});

function countVisited(): number {
  return [...pages.values()].filter(({ isVisited }) => isVisited).length;
}
