import { Injectable } from '@nestjs/common';
import { type Outcome } from '../audit/check.js';
import { type Result } from '../audit/score.js';
import { Database, type Statement } from '../database/database.js';
import { type ReportStatus } from '../reports/report.entity.js';

/** A report in the history of a URL. */
export interface PastReport {
  readonly id: number;
  readonly status: ReportStatus;
  readonly score: number | null;
  readonly result: Result | null;
  readonly created_at: Date;
}

/** Outcomes of the previous completed report. */
export interface EarlierOutcomes {
  readonly id: number;
  readonly score: number;
  readonly created_at: Date;
  readonly outcomes: Readonly<Record<string, Outcome>>;
}

export interface LatestScore {
  readonly score: number;
  readonly result: Result;
}

const HISTORY_LENGTH = 20;

/** Joins the reports (h) of the same URL and website as report r. */
const SAME_URL = `h.account_id = r.account_id AND hashtextextended(h.url, 0) = hashtextextended(r.url, 0)
          AND h.url = r.url AND h.website_id = r.website_id`;

const SHARED = `FROM websites w JOIN reports r ON r.account_id = w.account_id AND r.website_id = w.id`;

const HISTORY: Statement = {
  name: 'shared_history',
  text: `SELECT past.* ${SHARED} AND r.id = $2
    CROSS JOIN LATERAL (
      SELECT h.id, h.status, h.score, h.result, h.created_at FROM reports h
        WHERE ${SAME_URL} ORDER BY h.id DESC LIMIT ${String(HISTORY_LENGTH)}
    ) past
    WHERE w.share_token = $1 ORDER BY past.id DESC`,
};

const EARLIER: Statement = {
  name: 'shared_earlier_outcomes',
  text: `SELECT before.id, before.score, before.created_at, (
      SELECT coalesce(jsonb_object_agg(c ->> 'id', c ->> 'outcome'), '{}') FROM jsonb_array_elements(d.checks) c
    ) AS outcomes ${SHARED} AND r.id = $2
    CROSS JOIN LATERAL (
      SELECT h.account_id, h.id, h.score, h.created_at FROM reports h
        WHERE ${SAME_URL} AND h.id < r.id AND h.status = 'completed' ORDER BY h.id DESC LIMIT 1
    ) before
    JOIN report_details d ON d.account_id = before.account_id AND d.report_id = before.id
    WHERE w.share_token = $1`,
};

/** Reads the newest report of each result by the index that begins with the result, so that queued reports cost nothing. */
const LATEST: Statement = {
  name: 'shared_latest_score',
  text: `SELECT newest.score, newest.result FROM websites w
    CROSS JOIN unnest(ARRAY['good', 'decent', 'bad']) AS band
    CROSS JOIN LATERAL (
      SELECT id, score, result FROM reports r
        WHERE r.account_id = w.account_id AND r.website_id = w.id AND r.result = band ORDER BY r.id DESC LIMIT 1
    ) newest
    WHERE w.share_token = $1 ORDER BY newest.id DESC LIMIT 1`,
};

const LATEST_OF_URL: Statement = {
  name: 'shared_latest_score_of_url',
  text: `SELECT r.score, r.result ${SHARED}
    WHERE w.share_token = $1 AND hashtextextended(r.url, 0) = hashtextextended($2, 0) AND r.url = $2
      AND r.status = 'completed'
    ORDER BY r.id DESC LIMIT 1`,
};

/** Reads additional data for share pages, always by share token. */
@Injectable()
export class SharedReportsRepository {
  constructor(private readonly database: Database) {}

  /** The latest 20 reports of a report's URL, newest first. */
  async historyOf(shareToken: string, reportId: number): Promise<PastReport[]> {
    return this.database.rows<PastReport>(HISTORY, [shareToken, reportId]);
  }

  /** Outcomes of the previous completed report of the same URL. */
  async earlierOutcomes(shareToken: string, reportId: number): Promise<EarlierOutcomes | null> {
    const [earlier] = await this.database.rows<EarlierOutcomes>(EARLIER, [shareToken, reportId]);
    return earlier ?? null;
  }

  /** Score of the newest completed report of the website, or of one of its URLs. */
  async latestScore(shareToken: string, url: string | null): Promise<LatestScore | null> {
    const [latest] =
      url === null
        ? await this.database.rows<LatestScore>(LATEST, [shareToken])
        : await this.database.rows<LatestScore>(LATEST_OF_URL, [shareToken, url]);
    return latest ?? null;
  }
}
