import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { newShareToken } from './share-token.js';
import { type Privacy } from './website.entity.js';

/** One report's share in its website's and account's numbers. */
export interface ReportCount {
  readonly score: number | null;
  readonly result: 'good' | 'decent' | 'bad' | null;
  /** When it was completed. */
  readonly generated_at: Date | null;
}

/** Keeps the numbers of websites and accounts, within the transactions that change what they count. */
@Injectable()
export class WebsiteNumbersRepository {
  /** Counts one more report of a domain, whose website appears with its first. Locks the website's row before
   *  the account's, as everything does that takes both.
   *  @returns the website's id and share token */
  async countReport(
    manager: EntityManager,
    { accountId, domain, privacy }: { accountId: number; domain: string; privacy: Privacy },
  ): Promise<{ id: number; shareToken: string }> {
    const [row] = await manager.query<{ id: number; share_token: string; is_new: boolean }[]>(
      `INSERT INTO websites AS w (account_id, domain, privacy, share_token, reports_count)
        VALUES ($1, $2, $3, $4, 1)
        ON CONFLICT (account_id, domain) DO UPDATE SET reports_count = w.reports_count + 1, updated_at = now()
        RETURNING id, share_token, xmax = 0 AS is_new`,
      [accountId, domain, privacy, newShareToken()],
    );
    if (!row) throw new Error('An upsert returned no row');
    await this.addToAccount(manager, accountId, { websites: row.is_new ? 1 : 0, reports: 1 });
    return { id: row.id, shareToken: row.share_token };
  }

  /** Counts the scores of reports that are completed now. The website's row must be locked by this transaction. */
  async countScores(
    manager: EntityManager,
    website: { accountId: number; id: number },
    report: ReportCount & { times: number },
  ): Promise<void> {
    const numbers = numbersOf(report).map((number) => number * report.times);
    await this.addToNumbers(manager, website, { reports: 0, numbers });
    await this.addToDay(manager, website, { day: report.generated_at, numbers });
  }

  /** Takes one report out of the numbers again. The website's row must be locked by this transaction. */
  async uncountReport(
    manager: EntityManager,
    website: { accountId: number; id: number },
    report: ReportCount,
  ): Promise<void> {
    const numbers = numbersOf(report).map((number) => -number);
    await this.addToNumbers(manager, website, { reports: -1, numbers });
    await this.addToDay(manager, website, { day: report.generated_at, numbers });
  }

  /** @param numbers completed, score, good, decent, bad */
  private async addToNumbers(
    manager: EntityManager,
    website: { accountId: number; id: number },
    { reports, numbers }: { reports: 0 | -1; numbers: readonly number[] },
  ): Promise<void> {
    await manager.query(
      `UPDATE websites SET
          reports_count = reports_count + $3,
          completed_count = completed_count + $4,
          score_sum = score_sum + $5,
          good_count = good_count + $6,
          decent_count = decent_count + $7,
          bad_count = bad_count + $8,
          updated_at = now()
        WHERE account_id = $1 AND id = $2`,
      [website.accountId, website.id, reports, ...numbers],
    );
    const results = numbers.slice(2);
    await this.addToAccount(manager, website.accountId, { websites: 0, reports, results });
  }

  private async addToDay(
    manager: EntityManager,
    website: { accountId: number; id: number },
    { day, numbers: [completed, score] }: { day: Date | null; numbers: readonly number[] },
  ): Promise<void> {
    if (completed === 0) return;
    await manager.query(
      `INSERT INTO website_days AS d (account_id, website_id, day, completed_count, score_sum)
        VALUES ($1, $2, ($3::timestamptz AT TIME ZONE 'UTC')::date, $4, $5)
        ON CONFLICT (account_id, website_id, day) DO UPDATE SET
          completed_count = d.completed_count + excluded.completed_count,
          score_sum = d.score_sum + excluded.score_sum`,
      [website.accountId, website.id, day, completed, score],
    );
  }

  /** @param results good, decent and bad reports more */
  private async addToAccount(
    manager: EntityManager,
    accountId: number,
    {
      websites,
      reports,
      results = [0, 0, 0],
    }: { websites: number; reports: number; results?: readonly number[] },
  ): Promise<void> {
    await manager.query(
      `UPDATE account_totals SET
          websites_count = websites_count + $2,
          reports_count = reports_count + $3,
          good_count = good_count + $4,
          decent_count = decent_count + $5,
          bad_count = bad_count + $6
        WHERE account_id = $1`,
      [accountId, websites, reports, ...results],
    );
  }
}

/** Completed, score, good, decent, bad. */
function numbersOf({ score, result }: ReportCount): [number, number, number, number, number] {
  return [
    score === null ? 0 : 1,
    score ?? 0,
    +(result === 'good'),
    +(result === 'decent'),
    +(result === 'bad'),
  ];
}
