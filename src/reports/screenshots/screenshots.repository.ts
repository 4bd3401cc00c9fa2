import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Transaction } from '../../platform/database/database.js';
import { type Repository } from 'typeorm';
import { ReportScreenshot, type ScreenshotKind } from './report-screenshot.entity.js';

/** An image in the blob store. */
export type Screenshot = Pick<ReportScreenshot, 'kind' | 'hash' | 'width' | 'height'>;

/** The blob of a screenshot. */
export interface StoredImage {
  readonly hash: string;
  readonly sizeBytes: number;
}

@Injectable()
export class ScreenshotsRepository {
  constructor(
    @InjectRepository(ReportScreenshot) private readonly screenshots: Repository<ReportScreenshot>,
  ) {}

  /** Makes screenshots part of reports, in the transaction that completes them.
   *  @param shots at most one of each kind, stored within the last hour */
  async store(
    tx: Transaction,
    { accountId, reportIds }: { accountId: number; reportIds: readonly number[] },
    shots: readonly Screenshot[],
  ): Promise<void> {
    const rows = reportIds.flatMap((reportId) =>
      shots.map(({ kind, hash, width, height }) => ({ accountId, reportId, kind, hash, width, height })),
    );
    if (rows.length > 0) await tx.insert(ReportScreenshot, rows);
  }

  /** All screenshots of a report. */
  async listOf(accountId: number, reportId: number): Promise<Screenshot[]> {
    return this.screenshots.findBy({ accountId, reportId });
  }

  /** A screenshot of a report of the website with this share address, whatever its privacy. */
  async findShared(shareToken: string, reportId: number, kind: ScreenshotKind): Promise<StoredImage | null> {
    const found = await this.screenshots
      .createQueryBuilder('screenshot')
      .innerJoin('screenshot.report', 'report')
      .innerJoin('report.website', 'website')
      .innerJoinAndSelect('screenshot.blob', 'blob')
      .where({ reportId, kind })
      .andWhere('website.share_token = :shareToken', { shareToken })
      .getOne();
    return found?.blob ? { hash: found.hash, sizeBytes: found.blob.sizeBytes } : null;
  }
}
