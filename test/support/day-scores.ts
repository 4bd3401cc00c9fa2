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
