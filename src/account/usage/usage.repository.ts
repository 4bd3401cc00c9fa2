import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Transaction } from '../../platform/database/database.js';
import { Between, type Repository, type SelectQueryBuilder } from 'typeorm';
import { type DaySpan } from './day-span.js';
import { UsageDay } from './usage-day.entity.js';
import { type UsageRowView } from './usage.view.js';

export type UsageKind = 'reports' | 'renders' | 'crawledPages' | 'deliveries';

/** Rows of one response. */
export const MAX_KEYS = 10_000;

/** Adds to the row of a key and the current day; the query builder's upsert can only replace values. */
const COUNT = `INSERT INTO usage_days AS u (account_id, key_id, day, reports, renders, crawled_pages, deliveries)
    VALUES ($1, $2, (now() AT TIME ZONE 'UTC')::date, $3, $4, $5, $6)
  ON CONFLICT (account_id, day, key_id) DO UPDATE SET
    reports = u.reports + excluded.reports,
    renders = u.renders + excluded.renders,
    crawled_pages = u.crawled_pages + excluded.crawled_pages,
    deliveries = u.deliveries + excluded.deliveries`;

@Injectable()
export class UsageRepository {
  constructor(@InjectRepository(UsageDay) private readonly days: Repository<UsageDay>) {}

  /** Counts what a key used, in the transaction that uses it. Locks a row that other transactions of the account wait for,
   *  so it is the last statement that locks anything. A transaction that counts for several keys uses {@link countEach}.
   *  @param keyId null: no key asked for it */
  async count(
    tx: Transaction,
    accountId: number,
    keyId: number | null,
    { reports = 0, renders = 0, crawledPages = 0, deliveries = 0 }: Partial<Record<UsageKind, number>>,
  ): Promise<void> {
    const counts = [reports, renders, crawledPages, deliveries];
    if (counts.some((count) => count > 0)) await tx.query(COUNT, [accountId, keyId ?? NO_KEY, ...counts]);
  }

  /** {@link count}, one of a kind for each of the keys. In their order, so that no two transactions wait for each other.
   *  @param keyIds may repeat */
  async countEach(
    tx: Transaction,
    accountId: number,
    { kind, keyIds }: { kind: UsageKind; keyIds: readonly (number | null)[] },
  ): Promise<void> {
    const counts = new Map<number, number>();
    for (const keyId of keyIds) counts.set(keyId ?? NO_KEY, (counts.get(keyId ?? NO_KEY) ?? 0) + 1);
    for (const [keyId, count] of [...counts].sort(([one], [other]) => one - other))
      await this.count(tx, accountId, keyId, { [kind]: count });
  }

  /** The days with something. */
  async byDay(accountId: number, span: DaySpan): Promise<UsageRowView[]> {
    return this.sums(accountId, span)
      .addSelect("to_char(usage.day, 'YYYY-MM-DD')", 'day')
      .groupBy('usage.day')
      .getRawMany<UsageRowView>();
  }

  /** The newest keys with something, in the order of their ids; no key last. */
  async byKey(accountId: number, span: DaySpan): Promise<UsageRowView[]> {
    const newestFirst = await this.sums(accountId, span)
      .addSelect('nullif(usage.keyId, 0)', 'key_id')
      .groupBy('usage.keyId')
      .orderBy('nullif(usage.keyId, 0)', 'DESC', 'NULLS FIRST')
      .limit(MAX_KEYS)
      .getRawMany<UsageRowView>();
    return newestFirst.reverse();
  }

  private sums(accountId: number, { from, to }: DaySpan): SelectQueryBuilder<UsageDay> {
    return this.days
      .createQueryBuilder('usage')
      .select('sum(usage.reports)', 'reports')
      .addSelect('sum(usage.renders)', 'renders')
      .addSelect('sum(usage.crawledPages)', 'crawled_pages')
      .addSelect('sum(usage.deliveries)', 'deliveries')
      .where({ accountId, day: Between(from, to) });
  }
}

/** In the column key_id, which is part of a primary key. */
const NO_KEY = 0;
