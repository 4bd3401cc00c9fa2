import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type RenderMode } from '../config/config.js';
import { Database } from '../database/database.js';
import { foldCase } from '../fold-case.js';
import { type Device } from '../rendering/device.js';
import { UsageRepository } from '../usage/usage.repository.js';
import { type Privacy } from '../websites/website.entity.js';
import { WebsitesRepository } from '../websites/websites.repository.js';
import { PendingAuditsRepository } from './pending-audits.repository.js';
import { Report } from './report.entity.js';
import { type FullReport, NO_DETAILS } from './full-report.js';

type Generated = Pick<Report, 'id' | 'createdAt' | 'updatedAt'>;

const NOT_ENDED = { result: null, score: null, errorCode: null, errorDetail: null, generatedAt: null };

export interface NewReport {
  readonly url: string;
  /** Of the page, with its port. */
  readonly host: string;
  readonly render: RenderMode;
  readonly device: Device;
  /** Whether it waits for a process with a browser. */
  readonly renders: boolean;
  /** null: no monitor. */
  readonly monitorId?: number | null;
  /** Whether it is the second audit of a breach. */
  readonly confirms?: boolean;
  readonly website: { readonly domain: string; readonly privacy: Privacy };
}

/** The monitor that a report is made for. */
export interface MonitorRun {
  readonly id: number;
  /** Whether it is the second audit of a breach. */
  readonly confirms: boolean;
}

/** What runs in the transaction that stores reports. */
type Also = (manager: EntityManager, ids: readonly number[]) => Promise<void>;

/** Stores new reports. */
@Injectable()
export class AcceptedReportsRepository {
  constructor(
    private readonly database: Database,
    private readonly websites: WebsitesRepository,
    private readonly pending: PendingAuditsRepository,
    private readonly usage: UsageRepository,
  ) {}

  async nextBatchId(): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(`SELECT nextval('report_batches') AS id`);
    return row?.id ?? 0;
  }

  /** Stores new reports of an account, queues their audits and counts them, all or none.
   *  @param keyId of the key that asked for them; null: none
   *  @param batchId null for a report that was sent alone
   *  @returns the reports as they were queued, in order, without the previous ones */
  async accept(
    { accountId, keyId, batchId }: { accountId: number; keyId: number | null; batchId: number | null },
    reports: readonly NewReport[],
    also: Also,
  ): Promise<FullReport[]> {
    return this.database.transaction(async (manager) => {
      const websites = await this.websites.forDomains(
        manager,
        accountId,
        reports.map(({ website }) => website),
      );
      const rows = reports.map(({ url, confirms = false, website: { domain } }) => {
        const folded = foldCase(url);
        const { id: websiteId = 0, shareToken = '' } = websites.get(domain) ?? {};
        return {
          values: {
            accountId,
            websiteId,
            url,
            urlFolded: folded === url ? null : folded,
            status: 'queued' as const,
            batchId,
            confirms,
          },
          shareToken,
        };
      });
      const { generatedMaps } = await manager.insert(
        Report,
        rows.map(({ values }) => values),
      );
      const accepted = rows.map(({ values, shareToken }, at) => ({
        ...values,
        ...NOT_ENDED,
        ...(generatedMaps[at] as Generated),
        website: { shareToken },
        details: NO_DETAILS,
        previous: null,
      }));
      await this.pending.add(
        manager,
        accepted.map((report, at) => Object.assign({}, reports[at], report, { keyId })),
      );
      await also(
        manager,
        accepted.map(({ id }) => id),
      );
      await this.usage.count(manager, accountId, keyId, { reports: accepted.length });
      return accepted;
    });
  }
}
