import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Repository, type SelectQueryBuilder } from 'typeorm';
import { Report } from '../report.entity.js';
import { previousSql } from '../lists/reports-sql.js';

const PREVIOUS_ID = `(
    SELECT (${previousSql('r', 'p.id')}) FROM reports r WHERE r.account_id = :accountId AND r.id = :id
  )`;

@Injectable()
export class ComparisonsRepository {
  constructor(@InjectRepository(Report) private readonly reports: Repository<Report>) {}

  /** A report and the one to compare it with, as far as the account has them. */
  async pairOf(
    accountId: number,
    id: number,
    other: number | 'previous',
  ): Promise<{ from: Report | null; to: Report | null }> {
    const found = await pairQuery(this.reports, { accountId, id, other }).getMany();
    const isOther = (report: Report) => (other === 'previous' ? report.id !== id : report.id === other);
    return { from: found.find(isOther) ?? null, to: found.find((report) => report.id === id) ?? null };
  }
}

/** Reads both reports in one statement, without the parts that are not compared. */
export function pairQuery(
  reports: Repository<Report>,
  { accountId, id, other }: { accountId: number; id: number; other: number | 'previous' },
): SelectQueryBuilder<Report> {
  const otherId = other === 'previous' ? PREVIOUS_ID : 'CAST(:other AS bigint)';
  const compared = ['rulesetVersion', 'categories', 'checks', 'device', 'rendered'];
  return reports
    .createQueryBuilder('report')
    .innerJoin('report.website', 'website')
    .leftJoin('report.details', 'details')
    .addSelect(['accountId', 'reportId', ...compared].map((column) => `details.${column}`))
    .where({ accountId })
    .andWhere(`report.id = ANY(ARRAY[CAST(:id AS bigint), ${otherId}])`, { accountId, id, other });
}
