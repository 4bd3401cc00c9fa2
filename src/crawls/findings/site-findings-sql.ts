/** Examples of site findings: `id` (of a page), `url`, `urls` (of the other pages), `pages` (their number). `$1`
 *  is the account, `$2` the crawl, `$3` the hash of its start. */

/** Urls of one kind in an example. */
const MAX_URLS = 20;

const PAGES = 'SELECT * FROM crawl_pages WHERE account_id = $1 AND crawl_id = $2';

/** Pages that searches may show under their own address. */
const OWN = `${PAGES} AND state = 'completed' AND target_hash IS NULL AND is_indexable
  AND (canonical_hash IS NULL OR canonical_hash = url_hash)`;

const NO_URLS = `'{}'::text[]`;

/** Pages that link to one, as an array. $1 and $2 as above.
 *  @param id expression of the page's id */
export function linkedFromSql(id: string): string {
  const from = (kind: string) => `(
      SELECT l.from_id FROM crawl_links l
        WHERE l.account_id = $1 AND l.crawl_id = $2 AND l.to_id = ${id} AND l.kind = '${kind}'
        ORDER BY l.from_id LIMIT ${String(MAX_URLS)}
    )`;
  // One by one, because a start page has as many links to it as the site has pages.
  return `ARRAY(
    SELECT (SELECT f.url FROM crawl_pages f WHERE f.account_id = $1 AND f.crawl_id = $2 AND f.id = linking.from_id)
      FROM (${from('link')} UNION ALL ${from('nofollow')}) AS linking LIMIT ${String(MAX_URLS)}
  )`;
}

/** Pages one by one.
 *  @param urls array of the addresses that belong to them
 *  @param of which pages */
function single(where: string, { urls = NO_URLS, of = PAGES }: { urls?: string; of?: string } = {}): string {
  return `SELECT p.id, p.url, ${urls} AS urls, 1 AS pages
    FROM (${of}) p WHERE ${where}`;
}

/** Pages that may not have a value in common: of the versions of one page in several languages, or for several regions, the
 *  first. They may say the same, and name each other.
 *  @see https://developers.google.com/search/docs/specialty/international/localized-versions */
function rivals(value: string): string {
  return `SELECT DISTINCT ON (${value}, coalesce(p.variants_hash, p.url_hash)) p.*
    FROM (${OWN}) p WHERE ${value} IS NOT NULL ORDER BY ${value}, coalesce(p.variants_hash, p.url_hash), p.id`;
}

/** Pages that have the same value. */
function groups(value: string): string {
  return `SELECT min(p.id) AS id, (array_agg(p.url ORDER BY p.id))[1] AS url,
      (array_agg(p.url ORDER BY p.id))[2:${String(MAX_URLS + 1)}] AS urls,
      count(*)::integer AS pages
    FROM (${rivals(value)}) p GROUP BY ${value} HAVING count(*) > 1`;
}

/** The pages of {@link groups}, one by one: a group may have more than an example shows. */
function members(value: string): string {
  return `WITH own AS MATERIALIZED (${rivals(value)}), shared AS (
      SELECT ${value} AS value, (array_agg(p.url ORDER BY p.id))[1:${String(MAX_URLS + 1)}] AS urls
        FROM own p GROUP BY ${value} HAVING count(*) > 1
    )
    SELECT p.id, p.url, (array_remove(s.urls, p.url))[1:${String(MAX_URLS)}] AS urls, 1 AS pages
      FROM own p JOIN shared s ON s.value = ${value}`;
}

/** What the pages of a group have in common. */
const COMMON = {
  duplicate_titles: 'p.title',
  duplicate_descriptions: 'p.description',
  duplicate_contents: 'p.content_hash',
  near_duplicate_contents: 'p.near_id',
} as const;

/** All pages of a finding, one by one; undefined: its examples are. */
export const MEMBERS_SQL: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Object.entries(COMMON).map(([id, value]) => [id, members(value)]),
);

/** The page of a hash. */
const pageOf = (column: string) =>
  `SELECT t.* FROM crawl_pages t WHERE t.account_id = $1 AND t.crawl_id = $2 AND t.url_hash = ${column}`;

const TARGET = `ARRAY(SELECT t.url FROM (${pageOf('p.target_hash')}) t)`;

/** Failures of the page's own site, not of our network. Some statuses may be meant for our robot only, or for people who have
 *  not signed in; of another website, to which a page redirects, all but that the page or the website is gone.
 *  @param p name of the page's row */
function isBroken(p: string): string {
  return `${p}.state = 'failed' AND ${p}.error_code NOT IN ('not_html', 'audit_failed', 'url_not_allowed',
      'too_complex', 'robots_disallowed', 'dns_failed', 'unreachable')
    AND (${p}.error_code <> 'http_error'
      OR ${p}.http_status NOT IN (401, 403, 429) AND ${p}.http_status BETWEEN 400 AND 599)
    AND (${p}.target_hash IS NULL OR ${p}.http_status IN (404, 410)
      OR ${p}.error_code IN ('dns_not_found', 'connection_refused')
      OR EXISTS (SELECT FROM crawl_pages i WHERE i.account_id = $1 AND i.crawl_id = $2 AND i.url_hash = ${p}.target_hash))`;
}

/** Errors after which nothing is known of a page. */
const UNREAD = [
  'audit_failed',
  'connect_timeout',
  'connection_reset',
  'dns_failed',
  'too_complex',
  'too_large',
  'too_slow',
  'unreachable',
]
  .map((code) => `'${code}'`)
  .join(', ');

/** Links lead to variants of these pages, which name them as canonical. */
const CANONICAL_OF_LINKED = `SELECT v.canonical_hash FROM (${PAGES}) v
    WHERE v.canonical_hash <> v.url_hash AND v.state = 'completed' AND v.found_on IS NOT NULL`;

/** Whether pages were not read that may link to others: there was no time or room for them, their server was away or busy
 *  (one that answers with 500 shows its visitors no links either), only scripts would show their links, or `include` asks for a part of the website. The pages of a trap link to each other. */
export const IS_PARTIAL = `EXISTS (
    SELECT FROM crawl_pages s WHERE s.account_id = $1 AND s.crawl_id = $2
      AND (s.state IN ('waiting', 'queued') OR s.skipped_for IN ('limit', 'depth') OR s.is_shell
        OR s.state = 'failed' AND s.target_hash IS NULL
          AND (s.http_status = 429 OR s.http_status > 501 OR s.error_code IN (${UNREAD})))
  ) OR EXISTS (
    SELECT FROM crawls c WHERE c.account_id = $1 AND c.id = $2 AND (c.dropped > 0
      OR cardinality(c.include) > 0 AND EXISTS (
        SELECT FROM crawl_pages s WHERE s.account_id = $1 AND s.crawl_id = $2 AND s.skipped_for = 'excluded'
      ))
  )`;

/** A page that can't be shown under its own address, as far as is known. */
const IS_NO_TARGET = `(${isBroken('t')} OR t.target_hash IS NOT NULL OR t.skipped_for = 'robots'
    OR t.state = 'completed' AND (NOT t.is_indexable OR t.canonical_hash <> t.url_hash))`;

/** Pages with those of their alternates that do not load, or do not name them back. Variants of a page repeat what it names,
 *  and are named by nobody. Sets, because a join of links with
 *  links takes minutes where PostgreSQL has no statistics of a new crawl yet. */
const OPEN_ALTERNATES = `WITH named AS MATERIALIZED (
    SELECT from_id, to_id FROM crawl_links WHERE account_id = $1 AND crawl_id = $2 AND kind = 'alternate'
  ), open AS (
    SELECT from_id, to_id FROM named EXCEPT SELECT to_id, from_id FROM (
      SELECT from_id, to_id FROM named UNION ALL
      SELECT from_id, to_id FROM crawl_links WHERE account_id = $1 AND crawl_id = $2 AND kind = 'default'
    ) naming
  ), visited AS (
    SELECT from_id AS id, (
        SELECT t.url FROM crawl_pages t
          WHERE t.account_id = $1 AND t.crawl_id = $2 AND t.id = to_id AND (t.state = 'completed' OR ${isBroken('t')})
      ) AS target FROM open
      WHERE EXISTS (${OWN} AND id = from_id)
  )
  SELECT id, (SELECT p.url FROM crawl_pages p WHERE p.account_id = $1 AND p.crawl_id = $2 AND p.id = visited.id) AS url,
      (array_agg(target ORDER BY target))[1:${String(MAX_URLS)}] AS urls, 1 AS pages
    FROM visited WHERE target IS NOT NULL GROUP BY id`;

export const SITE_FINDING_SQL = {
  broken_links: single(
    `${isBroken('p')} AND p.error_code <> 'too_many_redirects' AND p.found_on IS NOT NULL`,
  ),
  redirect_loops: single(`p.error_code = 'too_many_redirects'`),
  duplicate_titles: groups(COMMON.duplicate_titles),
  duplicate_descriptions: groups(COMMON.duplicate_descriptions),
  duplicate_contents: groups(COMMON.duplicate_contents),
  near_duplicate_contents: groups(COMMON.near_duplicate_contents),
  canonical_open: single(
    `p.state = 'completed' AND p.canonical_hash <> p.url_hash
        AND EXISTS (SELECT FROM (${pageOf('p.canonical_hash')}) t WHERE ${IS_NO_TARGET})`,
    { urls: `ARRAY(SELECT t.url FROM (${pageOf('p.canonical_hash')}) t)` },
  ),
  hreflang_open: OPEN_ALTERNATES,
  sitemap_not_indexable: single(
    `p.sitemap IS NOT NULL AND (${isBroken('p')} OR p.target_hash IS NOT NULL OR NOT p.is_indexable OR p.skipped_for = 'robots'
        OR p.error_code = 'robots_disallowed' OR p.canonical_hash <> p.url_hash)`,
  ),
  orphan_pages: single(
    `p.state = 'completed' AND p.sitemap IS NOT NULL AND p.depth IS NULL AND p.found_on IS NULL AND p.url_hash <> $3
        AND p.target_hash IS NULL AND p.url_hash NOT IN (${CANONICAL_OF_LINKED}) AND NOT (${IS_PARTIAL})`,
  ),
  redirect_chains: single(
    // A page that leads back to itself is linked to under its last address.
    `p.redirects >= 2 AND p.target_hash IS NOT NULL AND p.found_on IS NOT NULL
        AND p.error_code IS DISTINCT FROM 'too_many_redirects'`,
    { urls: TARGET },
  ),
  deep_pages: single(`p.depth > 3`, { of: OWN }),
} as const;

/** Pages that fail a check.
 *  @param check id of a known one */
export function failingSql(check: string): string {
  return single(`'${check}' = ANY (p.failed_checks)`);
}

/** A row per check that pages fail: `id` (of the check), `count` (of pages), `examples` (the first pages, as JSON). The
 *  pages are read once for all checks, and the links to a page once for all checks that it is an example of.
 *  @param maxExamples of one check: an SQL expression */
export function failuresSql(maxExamples: string): string {
  return `WITH failures AS MATERIALIZED (
      SELECT check_id, count(*)::integer AS count, array_agg(p.id) AS ids
        FROM (${PAGES}) p, unnest(p.failed_checks) AS check_id GROUP BY check_id
    ), first AS MATERIALIZED (
      SELECT check_id, id FROM failures, LATERAL (SELECT id FROM unnest(ids) AS id ORDER BY id LIMIT ${maxExamples}) AS ids
    ), shown AS MATERIALIZED (
      SELECT p.id, json_build_object('url', p.url, 'urls', ${NO_URLS}, 'linkedFrom', ${linkedFromSql('p.id')}, 'pages', 1) AS page
        FROM (${PAGES}) p WHERE p.id = ANY (ARRAY(SELECT DISTINCT id FROM first))
    )
    SELECT check_id AS id, count, json_agg(page ORDER BY id) AS examples
      FROM failures JOIN first USING (check_id) JOIN shown USING (id) GROUP BY check_id, count`;
}
