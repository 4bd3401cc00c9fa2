import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { type Grade } from '../grading/grader.js';
import { WebsiteNumbersRepository } from '../websites/website-numbers.repository.js';
import { WebsitesRepository } from '../websites/websites.repository.js';
import { announce, type ClaimedAudit, PendingAuditsRepository } from './pending-audits.repository.js';
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

  /** Completes a report, and those of the same url that were accepted before the page was there, and counts their
   *  scores, in one transaction. Whoever comes first completes them; nobody else does. */
  async complete(audit: ClaimedAudit, grade: Grade): Promise<void> {
    const { account_id: accountId, website_id: websiteId } = audit;
    const details = storable(grade);
    await this.database.transaction(async (manager) => {
      if (!(await this.websites.lockIfThere(manager, accountId, websiteId))) return;
      const ids = await this.pending.finish(manager, audit, msSinceLoad(grade));
      if (ids.length === 0) return;
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
    });
  }

  /** Ends reports that could not be made, by our own fault. */
  async fail(audit: ClaimedAudit, error: { code: string; detail: string }): Promise<void> {
    await this.database.transaction(async (manager) => {
      if (!(await this.websites.lockIfThere(manager, audit.account_id, audit.website_id))) return;
      const ids = await this.pending.finish(manager, audit, 0);
      await manager.query(
        `UPDATE reports SET status = 'failed', error_code = $3, error_detail = $4, updated_at = now()
          WHERE account_id = $1 AND id = ANY($2)`,
        [audit.account_id, ids, error.code, error.detail],
      );
      await announce(manager, ids);
    });
  }
}

/** How long ago the page was there, as it was graded. */
function msSinceLoad({ generatedAt, facts: { timings } }: Grade): number {
  const afterwards = timings.total_ms - (timings.document_ms ?? timings.total_ms);
  return Math.max(0, Date.now() - generatedAt.getTime()) + afterwards;
}
