import { setTimeout as sleep } from 'node:timers/promises';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import {
  type PlantedPage,
  plantedSite,
  type PlantedSite,
  sitemapOf,
} from '../../bench/support/planted-site.js';
import { type Wire, wireTo } from '../support/proxy.js';
import { rounds } from '../support/rounds.js';
import { type Service, startService } from '../support/service.js';
import { switchOver } from '../support/switchover.js';

const FAULTS = rounds(4);
const KEY = 'key-of-the-crawls-test';
const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };

const ROLES = ['api', 'worker', 'worker'] as const;

const COLORS = ['red', 'green', 'blue', 'black', 'white'];
const FABRICS = ['wool', 'silk', 'linen', 'felt', 'denim', 'velvet', 'satin', 'tweed', 'lace', 'jersey'];
/** More of them for more faults, so that the crawl does not end before them. */
const SECTIONS = FABRICS.slice(0, Math.ceil(FAULTS / 2)).flatMap((fabric) =>
  COLORS.map((color) => `${color}-${fabric}`),
);
const THINGS = ['shoe', 'hat', 'coat', 'scarf', 'sock', 'glove', 'shirt', 'belt', 'bag', 'tie'];

/** The start, one that redirects (and counts once with its target), one that only the sitemap lists, and the sections with their things. */
const PAGES = 3 + SECTIONS.length * (1 + THINGS.length);

/** Pages slow enough that some are always under way, and that a crawl outlasts the faults unless processes start slowly. */
function pageOf(path: string): PlantedPage | null {
  const delayMs = 600;
  const [, section = '', thing] = path.split('/');
  if (path === '/') return { delayMs, links: [...SECTIONS.map((name) => `/${name}`), '/gone', '/old'] };
  if (path === '/old') return { delayMs, redirectTo: '/older' };
  if (path === '/older') return { delayMs, redirectTo: '/new' };
  if (path === '/new' || path === '/orphan') return { delayMs };
  if (!SECTIONS.includes(section)) return null;
  if (thing === undefined) return { delayMs, links: THINGS.map((name) => `${path}/${name}`) };
  if (!THINGS.includes(thing)) return null;
  const isTie = thing === 'tie' && section.endsWith('wool');
  return { delayMs, links: ['/', '/gone'], ...(isTie && { title: 'A tie' }) };
}

let database: TestDatabase;
let site: PlantedSite;
let wire: Wire;
let services: Service[];
/** What a crawl finds that nothing disturbs. */
let expected: Awaited<ReturnType<typeof foundBy>>;

beforeAll(async () => {
  database = await freshDatabase();
  site = await plantedSite(pageOf, { '/sitemap.xml': sitemapOf(['/', '/orphan', '/gone']) });
  wire = await wireTo(database.url);
  services = await Promise.all(ROLES.map((role) => start(role)));
  const undisturbed = await startCrawl();
  while (await isRunning(undisturbed)) await sleep(100);
  expected = await foundBy(undisturbed);
}, 300_000);

afterAll(async () => {
  for (const { process: child, ended } of services) {
    child.kill('SIGKILL');
    await ended;
  }
  await wire.cut();
  site.close();
  await database.drop();
});

async function start(role: string): Promise<Service> {
  return startService({
    ROLE: role,
    DATABASE_URL: wire.url,
    API_KEY: KEY,
    ALLOWED_TARGETS: site.target,
    CREATE_LIMIT: '0',
    RATE_LIMIT: '0',
  });
}

async function get(path: string) {
  const response = await fetch(`${services[0]?.url ?? ''}/api/v1/${path}`, { headers });
  expect(response.status).toBe(200);
  return (await response.json()) as { data: unknown; meta?: { next_cursor: string | null } };
}

async function pagesOf(id: number) {
  const pages: { url: string; status: string; depth: number | null }[] = [];
  for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined;) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { data, meta } = await get(`crawls/${String(id)}/pages?per_page=100${query}`);
    pages.push(...(data as typeof pages));
    cursor = meta?.next_cursor;
  }
  return pages;
}

async function startCrawl(): Promise<number> {
  const body = JSON.stringify({ url: site.urlOf('/'), delay_ms: 0, render: 'never', max_pages: 1000 });
  const response = await fetch(`${services[0]?.url ?? ''}/api/v1/crawls`, { method: 'POST', headers, body });
  expect(response.status).toBe(202);
  return ((await response.json()) as { data: { id: number } }).data.id;
}

async function isRunning(id: number): Promise<boolean> {
  const rows = await database.query('SELECT 1 FROM crawls WHERE id = $1 AND finished_at IS NULL', [id]);
  return rows.length > 0;
}

/** What a crawl has found, without what depends on the moment. */
async function foundBy(id: number) {
  const crawl = (await get(`crawls/${String(id)}`)).data as { status: string; pages: object };
  const pages = await pagesOf(id);
  const findings = (await get(`crawls/${String(id)}/findings`)).data as {
    id: string;
    count: number;
    examples: { url: string; urls: string[] }[];
  }[];
  return {
    status: crawl.status,
    counts: crawl.pages,
    pages: pages.map(({ url, status, depth }) => `${url} ${status} ${String(depth)}`).toSorted(),
    findings: findings
      .filter((finding) => !finding.id.startsWith('check:'))
      .map(({ id: name, count, examples }) => ({
        name,
        count,
        urls: examples.flatMap(({ url, urls }) => [url, ...urls]).toSorted(),
      })),
  };
}

/** Paths of the audits under way. */
async function pathsUnderWay(): Promise<string[]> {
  const rows = await database.query<{ url: string }>(
    `SELECT url FROM pending_audits p JOIN reports r ON r.id = p.report_id WHERE p.claimed_by IS NOT NULL`,
  );
  return rows.map(({ url }) => url.replace(site.origin, ''));
}

/** Kills one of the processes and starts it again.
 *  @returns the paths whose audits it broke off, among others */
async function killOne(): Promise<string[]> {
  const at = Math.floor(Math.random() * services.length);
  const victim = services[at];
  // It claims no other audit while they are read.
  victim?.process.kill('SIGSTOP');
  await sleep(100);
  const paths = await pathsUnderWay();
  victim?.process.kill('SIGKILL');
  await victim?.ended;
  services[at] = await start(ROLES[at] ?? 'all');
  return paths;
}

/** Cuts the connections to the database for some seconds.
 *  @returns the paths whose audits were under way */
async function cutConnections(): Promise<string[]> {
  const before = await pathsUnderWay();
  await wire.cut();
  const paths = await pathsUnderWay();
  await sleep(3000);
  await wire.restore();
  return [...new Set([...before, ...paths])];
}

/** Puts the database through a switchover.
 *  @returns the paths whose audits were under way */
async function switchDatabase(): Promise<string[]> {
  const before = await pathsUnderWay();
  const switched = switchOver(database, 3000);
  await sleep(1000);
  const paths = await pathsUnderWay();
  await switched;
  return [...new Set([...before, ...paths])];
}

/** The faults of a test: one kind, with another one in the middle. */
function faults(kind: () => Promise<string[]>, count: number, middle?: () => Promise<string[]>) {
  const all = Array.from({ length: count }, () => kind);
  return middle ? all.toSpliced(Math.floor(count / 2), 0, middle) : all;
}

describe('a crawl by an API and two workers', () => {
  it('finds all pages, and what is wrong with them', () => {
    expect(expected).toMatchObject({
      status: 'completed',
      counts: { queued: 0, completed: PAGES, failed: 1 },
    });
    expect(expected.findings.map(({ name }) => name)).toEqual([
      'broken_links',
      'duplicate_titles',
      'sitemap_not_indexable',
      'orphan_pages',
      'redirect_chains',
    ]);
  });

  it.each([
    ['one is killed again and again, with a switchover in between', faults(killOne, FAULTS, switchDatabase)],
    ['their database is away again and again', faults(cutConnections, Math.ceil(FAULTS / 2))],
  ])(
    'finds the same while %s, and requests no page twice but those under way',
    async (_, planned) => {
      site.requests.splice(0);
      const disturbed = await startCrawl();
      const brokenOff: string[] = [];
      let count = 0;
      for (const fault of planned) {
        await sleep(500 + Math.random() * 1000);
        while ((await isRunning(disturbed)) && (await pathsUnderWay()).length === 0) await sleep(50);
        if (!(await isRunning(disturbed))) break;
        brokenOff.push(...(await fault()));
        count += 1;
      }
      expect(count).toBeGreaterThanOrEqual(2);
      expect(brokenOff.length).toBeGreaterThan(0);
      while (await isRunning(disturbed)) await sleep(100);
      expect(await foundBy(disturbed)).toEqual(expected);

      const paths = new Set(site.requests.map(({ path }) => path).filter((path) => pageOf(path) !== null));
      // A redirect was followed by the audit of the page that redirects.
      const allowed = (path: string) => {
        const audited = path === '/older' || path === '/new' ? '/old' : path;
        return 1 + brokenOff.filter((broken) => broken === audited).length;
      };
      const tooOften = [...paths].filter((path) => site.gets(path).length > allowed(path));
      expect(
        tooOften.map((path) => ({ path, gets: site.gets(path).length, allowed: allowed(path) })),
      ).toEqual([]);
      const redirectTargets = 2;
      expect(paths.size).toBe(PAGES + redirectTargets);
    },
    300_000,
  );
});
