import { shortUrl } from '../../basics/url.js';
import { CHECKS } from '../../engine/audit/registry.js';
import { heaviestFirst } from '../../engine/audit/heaviest-first.js';
import { failingSql, IS_PARTIAL, SITE_FINDING_SQL } from './site-findings-sql.js';

/** A finding that no single page has. */
export interface SiteFinding {
  readonly id: string;
  /** @param count of pages
   *  @param example address of one of them */
  readonly message: (count: number, example?: string) => string;
  /** SQL of its examples, see `site-findings-sql.ts`. */
  readonly sql: string;
  /** SQL of a condition under which it is unknown which pages have it; absent: it never is. */
  readonly unknownIf?: string;
}

const pages = (count: number, one: string, many: string) =>
  count === 1 ? `1 page ${one}` : `${String(count)} pages ${many}`;

/** Worst first, and before the failures of checks. */
export const SITE_FINDINGS: readonly SiteFinding[] = [
  {
    id: 'broken_links',
    message: (count) =>
      `${pages(count, 'that is linked to does', 'that are linked to do')} not load. Repair the page, or the links to it.`,
    sql: SITE_FINDING_SQL.broken_links,
  },
  {
    id: 'redirect_loops',
    message: (count) =>
      `${pages(count, 'redirects', 'redirect')} in a circle, or more than 5 times. Let the address answer with its page.`,
    sql: SITE_FINDING_SQL.redirect_loops,
  },
  {
    id: 'duplicate_titles',
    message: (count) =>
      `${pages(count, 'has', 'have')} a title that another page has as well. Give each page a title of its own.`,
    sql: SITE_FINDING_SQL.duplicate_titles,
  },
  {
    id: 'duplicate_descriptions',
    message: (count) =>
      `${pages(count, 'has', 'have')} a description that another page has as well. Describe what is on each page.`,
    sql: SITE_FINDING_SQL.duplicate_descriptions,
  },
  {
    id: 'duplicate_contents',
    message: (count) =>
      `${pages(count, 'has', 'have')} the same text as another page. Keep one, and name it as canonical on the others.`,
    sql: SITE_FINDING_SQL.duplicate_contents,
  },
  {
    id: 'near_duplicate_contents',
    message: (count) =>
      `${pages(count, 'has', 'have')} nearly the same text as another page. Merge such pages, or name one as canonical.`,
    sql: SITE_FINDING_SQL.near_duplicate_contents,
  },
  {
    id: 'canonical_open',
    message: (count) =>
      `${pages(count, 'names', 'name')} a canonical address that is no final page: it fails, redirects, is kept out of searches, or names another one.`,
    sql: SITE_FINDING_SQL.canonical_open,
  },
  {
    id: 'hreflang_open',
    message: (count) =>
      `${pages(count, 'names', 'name')} a version in another language that does not name it back, or does not load. Search engines ignore such pairs.`,
    sql: SITE_FINDING_SQL.hreflang_open,
  },
  {
    id: 'sitemap_not_indexable',
    message: (count) =>
      `${pages(count, 'in the sitemap is', 'in the sitemap are')} not for searches: broken, redirecting, kept out, or with another canonical address. List only pages that searches may show.`,
    sql: SITE_FINDING_SQL.sitemap_not_indexable,
  },
  {
    id: 'orphan_pages',
    message: (count) =>
      `${pages(count, 'in the sitemap is', 'in the sitemap are')} linked from no other page. Add links from pages that readers visit.`,
    sql: SITE_FINDING_SQL.orphan_pages,
    unknownIf: IS_PARTIAL,
  },
  {
    id: 'redirect_chains',
    message: (count) =>
      `${pages(count, 'that is linked to takes', 'that are linked to take')} two redirects or more. Link to the last address.`,
    sql: SITE_FINDING_SQL.redirect_chains,
  },
  {
    id: 'deep_pages',
    message: (count) =>
      `${pages(count, 'is', 'are')} more than three clicks away from the start. Add links from nearer pages.`,
    sql: SITE_FINDING_SQL.deep_pages,
  },
];

/** Begins the ids of findings that are the failures of one check. */
export const OF_CHECK = 'check:';

/** Whether a finding is the failures of one check. */
export function isOfCheck(findingId: string): boolean {
  return findingId.startsWith(OF_CHECK);
}

/** A finding by its id; null: there is none.
 *  @param checked how many pages were checked */
export function siteFindingOf(id: string, checked: number): SiteFinding | null {
  if (!isOfCheck(id)) return SITE_FINDINGS.find((finding) => finding.id === id) ?? null;
  const check = CHECKS.find((one) => one.id === id.slice(OF_CHECK.length));
  if (!check) return null;
  return {
    id,
    message: (count, example) => {
      const failing = `${String(count)} of ${pages(checked, 'fails', 'fail')} the check "${check.name}"`;
      return example === undefined ? `${failing}.` : `${failing}, for example ${shortUrl(example)}.`;
    },
    sql: failingSql(check.id),
  };
}

/** Ids of findings, worst first: those of the site in their fixed order, then those of checks by the weight of the check
 *  times the number of pages that fail it. A check that this version doesn't know has no finding.
 *  @param counts numbers of pages by the ids of the findings */
export function worstFirst(counts: ReadonlyMap<string, number>): string[] {
  const ofSite = SITE_FINDINGS.map(({ id }) => id).filter((id) => (counts.get(id) ?? 0) > 0);
  const ofChecks = new Map(
    [...counts].flatMap(([id, count]) => (isOfCheck(id) ? [[id.slice(OF_CHECK.length), count]] : [])),
  );
  return [...ofSite, ...heaviestFirst(ofChecks).map((id) => OF_CHECK + id)];
}
