import { type PlantedPage, textOf } from '../support/planted-site.js';

interface PlannedPage {
  readonly page: PlantedPage;
  readonly isListed: boolean;
  /** Whether a crawl requests it. */
  readonly isVisited: boolean;
}

/** Faults of each kind. */
const EACH = 20;
const SECTIONS = 50;
const WORDS = 'ash bay cod dew elm fig gem hay ivy jam kit lap mud nap oak pit rag sap tar urn'.split(' ');

/** A name of words, because numbers would be one shape. */
function name(index: number): string {
  const letters: string[] = [];
  for (let rest = index + 1; rest > 0; rest = Math.floor(rest / WORDS.length))
    letters.push(WORDS[rest % WORDS.length] ?? '');
  return letters.join('-');
}

/** A site of many sound pages, in sections, with faults of every kind.
 *  @returns its pages by path, and the paths that each finding has to name */
export function plan(count: number): {
  pages: Map<string, PlannedPage>;
  expected: Record<string, string[]>;
} {
  const pages = new Map<string, PlannedPage>();
  const expected: Record<string, string[]> = {};
  const links: string[] = [];
  const add = (path: string, page: PlantedPage, flags: Partial<PlannedPage> = {}) => {
    pages.set(path, { page, isListed: false, isVisited: true, ...flags });
    if (flags.isListed !== true) links.push(path);
    return path;
  };
  const unlinked = (path: string, page: PlantedPage) =>
    pages.set(path, { page, isListed: false, isVisited: true });
  const expect = (finding: string, ...paths: string[]) => (expected[finding] ??= []).push(...paths);
  for (let at = 0; at < EACH; at++) plantFaults(name(at), { add, unlinked, expect });
  const faults = [...links];
  add('/calendar?day=1', { links: ['/calendar?day=2'] });
  const sections = Array.from({ length: SECTIONS }, (_, at) => `/${name(at)}/`);
  const perSection = Math.max(1, Math.floor((count - pages.size - SECTIONS - 1) / SECTIONS));
  for (const [at, section] of sections.entries()) {
    const articles = Array.from({ length: perSection }, (_, number) => `${section}${name(number)}`);
    const own = faults.filter((_, fault) => fault % SECTIONS === at);
    pages.set(section, { page: { links: [...articles, ...own] }, isListed: true, isVisited: true });
    for (const [number, path] of articles.entries())
      pages.set(path, {
        page: { links: ['/', ...sections.slice(0, 10), ...articles.slice(number + 1, number + 9)] },
        isListed: number % 2 === 0,
        isVisited: true,
      });
  }
  pages.set('/', { page: { links: [...sections, '/calendar?day=1'] }, isListed: true, isVisited: true });
  return { pages, expected };
}

/** One fault of each kind. Their pages are linked from the sections, unless a sitemap alone lists them. */
function plantFaults(
  id: string,
  {
    add,
    unlinked,
    expect,
  }: {
    unlinked: (path: string, page: PlantedPage) => unknown;
    add: (path: string, page: PlantedPage, flags?: Partial<PlannedPage>) => string;
    expect: (finding: string, ...paths: string[]) => unknown;
  },
): void {
  const title = `Title of ${id}`;
  expect('duplicate_titles', add(`/title-${id}`, { title }), add(`/title-too-${id}`, { title }));
  const description = `Description of ${id}.`;
  expect(
    'duplicate_descriptions',
    add(`/description-${id}`, { description }),
    add(`/description-too-${id}`, { description }),
  );
  const text = textOf(`same ${id}`);
  const heading = `Heading of ${id}`;
  const twins = [`/text-${id}`, `/text-too-${id}`] as const;
  for (const [at, path] of twins.entries())
    add(path, { text, title: heading, description: `Text ${String(at)} of ${id}.` });
  expect('duplicate_contents', ...twins);
  expect('duplicate_titles', ...twins);
  const words = textOf(`near ${id}`).split(' ');
  const near = [`/near-${id}`, `/near-too-${id}`] as const;
  add(near[0], { title: `Near ${id}`, text: words.join(' ') });
  add(near[1], { title: `Near ${id}`, text: words.with(140, 'changed').join(' ') });
  expect('near_duplicate_contents', ...near);
  expect('duplicate_titles', ...near);
  add(`/links-broken-${id}`, { links: [`/broken-${id}`] });
  expect('broken_links', `/broken-${id}`);
  add(`/loop-${id}`, { redirectTo: `/loop-${id}` });
  expect('redirect_loops', `/loop-${id}`);
  add(`/links-chain-${id}`, { links: [`/chain-${id}`] });
  add(`/chain-${id}`, { redirectTo: `/chain-second-${id}` });
  unlinked(`/chain-second-${id}`, { redirectTo: `/chain-end-${id}` });
  unlinked(`/chain-end-${id}`, {});
  expect('redirect_chains', `/chain-${id}`);
  expect('orphan_pages', add(`/orphan-${id}`, {}, { isListed: true }));
  expect('sitemap_not_indexable', add(`/hidden-${id}`, { isNoindex: true }, { isListed: true }));
  expect('orphan_pages', `/hidden-${id}`);
  const alternates = { en: `/english-${id}`, de: `/german-${id}` };
  add(`/english-${id}`, { alternates });
  add(`/german-${id}`, { alternates: { de: `/german-${id}` } });
  expect('hreflang_open', `/english-${id}`);
  expect('canonical_open', add(`/canon-${id}`, { canonical: `/chain-${id}` }));
  add(`/blocked-${id}`, {}, { isVisited: false });
}
