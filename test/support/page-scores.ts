import { type TestDatabase } from './database.js';

/** The latest report of each page and what the list of pages shows of it, with the average of its website: as they are kept,
 *  and as they are counted. */
export async function pageScores(database: TestDatabase): Promise<{ kept: object[]; counted: object[] }> {
  const kept = await database.query(
    `SELECT w.id, w.pages_count, w.page_score_sum, w.score AS average, p.report_id, p.score,
        p.url, p.url_folded, p.result, p.generated_at
      FROM websites w JOIN website_pages p ON p.account_id = w.account_id AND p.website_id = w.id ORDER BY p.report_id`,
  );
  const counted = await database.query(
    `WITH latest AS (
        SELECT DISTINCT ON (website_id, (page_urls(url))[1]) website_id, id, score, url, url_folded, result,
          generated_at
        FROM reports WHERE score IS NOT NULL
          ORDER BY website_id, (page_urls(url))[1], id DESC
      )
      SELECT w.id, count(*) OVER of_website AS pages_count, sum(l.score) OVER of_website AS page_score_sum,
          (round(avg(l.score) OVER of_website, 2))::float8 AS average, l.id AS report_id, l.score,
          l.url, l.url_folded, l.result, l.generated_at
        FROM latest l JOIN websites w ON w.id = l.website_id WINDOW of_website AS (PARTITION BY w.id) ORDER BY l.id`,
  );
  return { kept, counted };
}
