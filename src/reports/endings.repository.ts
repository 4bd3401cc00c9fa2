import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database } from '../database/database.js';
import { type Grade } from '../grading/grader.js';
import { WebsiteNumbersRepository } from '../websites/website-numbers.repository.js';
import { WebsitesRepository } from '../websites/websites.repository.js';
import { type ClaimedAudit, DONE_CHANNEL, PendingAuditsRepository } from './pending-audits.repository.js';
import { DETAILS } from './reports.repository.js';
import { storable } from './storable.js';

/** Ends reports that were accepted: completed, or failed. */
@Injectable()
export class EndingsRepository {
  constructor(
    private readonly database: Database,
    private readonly websites: WebsitesRepository,
    private readonly numbers: WebsiteNumbersRepository,
    private readonly pending: PendingAuditsRepository,
  ) {}

  /** Completes a report, and those of the same url that wait beside it, and counts their scores, in one
   *  transaction. Whoever comes first completes them; nobody else does.
   *  @returns how many reports are completed now */
  async complete(audit: ClaimedAudit, grade: Grade): Promise<number> {
    const { account_id: accountId, website_id: websiteId } = audit;
    const details = storable(grade);
    return this.database.transaction(async (manager) => {
      if (!(await this.websites.isLocked(manager, accountId, websiteId))) return 0;
      const ids = await this.pending.finish(manager, audit);
      if (ids.length === 0) return 0;
      await manager.query(
        `UPDATE reports SET status = 'completed', result = $3, score = $4, error_code = $5, error_detail = $6,
            generated_at = $7, updated_at = now()
          WHERE account_id = $1 AND id = ANY($2)`,
        [
          accountId,
          ids,
          grade.result,
          grade.score,
          details.error?.code ?? null,
          details.error?.detail ?? null,
          grade.generatedAt,
        ],
      );
      await manager.query(
        `INSERT INTO report_details (account_id, report_id, ${DETAILS})
          SELECT $1, id, $3, $4, $5::jsonb, $6::jsonb, $7::jsonb, $8::jsonb, $9::jsonb
          FROM unnest($2::bigint[]) AS id`,
        [
          accountId,
          ids,
          details.finalUrl,
          details.rulesetVersion,
          JSON.stringify(details.categories),
          JSON.stringify(details.gates),
          JSON.stringify(details.checks),
          details.parity && JSON.stringify(details.parity),
          JSON.stringify(details.facts),
        ],
      );
      const { score, result, generatedAt: generated_at } = grade;
      await this.numbers.countScores(
        manager,
        { accountId, id: websiteId },
        { score, result, generated_at, times: ids.length },
      );
      await announce(manager, ids);
      return ids.length;
    });
  }

  /** Ends reports that could not be made, by our own fault. */
  async fail(audit: ClaimedAudit, error: { code: string; detail: string }): Promise<void> {
    await this.database.transaction(async (manager) => {
      if (!(await this.websites.isLocked(manager, audit.account_id, audit.website_id))) return;
      const ids = await this.pending.finish(manager, audit);
      await manager.query(
        `UPDATE reports SET status = 'failed', error_code = $3, error_detail = $4, updated_at = now()
          WHERE account_id = $1 AND id = ANY($2)`,
        [audit.account_id, ids, error.code, error.detail],
      );
      await announce(manager, ids);
    });
  }
}

/** Wakes who waits for the reports. */
async function announce(manager: EntityManager, ids: readonly number[]): Promise<void> {
  await manager.query('SELECT pg_notify($1, id::text) FROM unnest($2::bigint[]) AS id', [DONE_CHANNEL, ids]);
}
