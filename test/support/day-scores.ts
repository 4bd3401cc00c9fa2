import { type TestDatabase } from './database.js';

/** Number of reports by website, day and score: as it is kept, and as it is counted. */
export async function dayScores(database: TestDatabase): Promise<{ kept: object[]; counted: object[] }> {
  const kept = await database.query(
    `SELECT d.website_id, d.day::text, n.place::int - 1 AS score, n.reports
      FROM website_days d, unnest(d.scores) WITH ORDINALITY AS n (reports, place)
      WHERE n.reports <> 0 ORDER BY 1, 2, 3`,
  );
  const counted = await database.query(
    `SELECT website_id, (generated_at AT TIME ZONE 'UTC')::date::text AS day, score::int, count(*)::int AS reports
      FROM reports WHERE score IS NOT NULL AND website_id IN (SELECT id FROM websites)
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
  return { kept, counted };
}

/** Number of pages and sum of their scores at the end of each day on which they changed: as they are kept, and as they are
 *  counted from the reports that are left. */
export async function dayEnds(database: TestDatabase): Promise<{ kept: object[]; counted: object[] }> {
  const kept = await database.query(
    `SELECT website_id, day::text, pages_count::int AS pages, page_score_sum::int AS scores
      FROM website_days WHERE pages_count IS NOT NULL ORDER BY website_id, website_days.day`,
  );
  const counted = await database.query(
    `SELECT d.website_id, d.day::text, count(l.score)::int AS pages, coalesce(sum(l.score), 0)::int AS scores
      FROM website_days d LEFT JOIN LATERAL (
        SELECT DISTINCT ON (r.url) r.score FROM reports r
          WHERE r.website_id = d.website_id AND r.score IS NOT NULL
            AND (r.generated_at AT TIME ZONE 'UTC')::date <= d.day
          ORDER BY r.url, r.id DESC
      ) l ON true
      WHERE d.pages_count IS NOT NULL GROUP BY d.website_id, d.day ORDER BY d.website_id, d.day`,
  );
  return { kept, counted };
}
