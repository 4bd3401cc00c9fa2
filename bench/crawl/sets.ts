/** Which pages of a folder of HTML a crawl, linkinator and wget --spider reach from one page, and why they differ. Fails if a
 *  difference has no explanation.
 *
 *  npm run bench:crawl-sets -- --folder DIR --start / --within /std/ --max-pages 2000 */
import { parseArgs } from 'node:util';
import { benchDatabase } from '../support/database.js';
import { startService, UNLIMITED } from '../support/service.js';
import { Api } from './api.js';
import { LinkIndex } from './differences.js';
import { FolderSite } from './folder-site.js';
import { linkinator, type Peer, wget } from './peers.js';

const { values: options } = parseArgs({
  options: {
    folder: { type: 'string', default: '' },
    start: { type: 'string', default: '/' },
    within: { type: 'string', default: '/' },
    'max-pages': { type: 'string', default: '2000' },
    'peer-minutes': { type: 'string', default: '30' },
  },
});
const EXAMPLES = 5;

const site = new FolderSite(options.folder);
await site.start();
const origin = `http://${site.target}`;
const start = origin + options.start;
const sets = new Map<string, ReadonlySet<string>>();
try {
  sets.set('Pagegrade', await crawled());
  for (const peer of [linkinator, wget]) sets.set(peer.name, await reachedBy(peer));
} finally {
  site.stop();
}
const all = new Set([...sets.values()].flatMap((set) => [...set]));
const links = new LinkIndex(site, all);
for (const [name, set] of sets) console.log(`${name.padEnd(14)} ${String(set.size).padStart(6)} pages`);
console.log(`${'all together'.padEnd(14)} ${String(all.size).padStart(6)} pages`);
for (const [name, set] of sets) report(name, set);

function report(name: string, set: ReadonlySet<string>): void {
  const classes = new Map<string, string[]>();
  for (const path of all) {
    if (set.has(path)) continue;
    const reason = links.explain(path, set);
    classes.set(reason, [...(classes.get(reason) ?? []), path]);
  }
  for (const [reason, paths] of classes) {
    console.log(`${name} lacks ${String(paths.length)}: ${reason}`);
    for (const path of paths.slice(0, EXAMPLES)) console.log(`    ${path}`);
    if (reason === 'unexplained') process.exitCode = 1;
  }
}

/** The pages that a crawl audited. */
async function crawled(): Promise<Set<string>> {
  const database = await benchDatabase();
  const service = await startService({
    DATABASE_URL: database.url,
    ALLOWED_TARGETS: site.target,
    BROWSER: 'off',
    ...UNLIMITED,
  });
  try {
    const api = new Api(service.url);
    const id = await api.startCrawl({
      url: start,
      render: 'never',
      sources: ['links'],
      delay_ms: 0,
      max_depth: 1000,
      max_pages: Number(options['max-pages']),
      include: [`${options.within}*`],
    });
    const { pages } = await api.crawlEnd(id);
    console.log(`The crawl: ${JSON.stringify(pages)}`);
    return requestedPages();
  } finally {
    await service.end('SIGTERM');
    await database.stop();
  }
}

/** The pages that another program requested. */
async function reachedBy(peer: Peer): Promise<Set<string>> {
  const run = await peer.crawl(start, {
    limitMs: Number(options['peer-minutes']) * 60_000,
    within: origin + options.within,
  });
  if (run.end !== 'done') console.log(`${peer.name} was ${run.end} after ${run.seconds.toFixed(0)} s.`);
  return requestedPages();
}

/** The pages whose content was requested since the last call. */
function requestedPages(): Set<string> {
  const pages = [...site.requested].filter(
    (path) => path.startsWith(options.within) && site.served(path).kind === 'page',
  );
  site.requested.clear();
  return new Set(pages);
}
