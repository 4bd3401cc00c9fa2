import { Injectable } from '@nestjs/common';
import { type Grade } from '../engine/grading/grade.js';
import { type Transaction } from '../platform/database/database.js';
import { type ClaimedAudit } from './audits/pending-audits.repository.js';
import { ReportDetails } from './report-details.entity.js';
import { type Screenshot } from './screenshots/screenshots.repository.js';

@Injectable()
export class ReportDetailsRepository {
  /** null: the account has no such completed report. */
  async find(tx: Transaction, accountId: number, reportId: number): Promise<ReportDetails | null> {
    return tx.findOneBy(ReportDetails, { accountId, reportId });
  }

  /** Stores what the reports of an audit hold and lists don't show. */
  async insert(
    tx: Transaction,
    {
      audit: { accountId, render, device, runs },
      reportIds,
    }: { readonly audit: ClaimedAudit; readonly reportIds: readonly number[] },
    {
      finalUrl,
      rulesetVersion,
      categories,
      gates,
      checks,
      parity,
      facts,
      rendered,
    }: Omit<Grade, 'screenshots'>,
    screenshots: readonly Screenshot[],
  ): Promise<void> {
    const kinds = screenshots.map(({ kind }) => kind);
    const shown = { viewport: kinds.includes('viewport'), full: kinds.includes('full') };
    const asked = { accountId, render, device, runs };
    const found = { finalUrl, rulesetVersion, categories, gates, checks, parity, facts };
    const details = { ...asked, ...found, rendered: rendered && { ...rendered, screenshots: shown } };
    const rows = reportIds.map((reportId): object => ({ ...details, reportId }));
    await tx.insert(ReportDetails, rows);
  }
}
