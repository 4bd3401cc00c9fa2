import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Equal, In, IsNull, LessThanOrEqual, MoreThan, Or, type Repository } from 'typeorm';
import { Database, type Transaction } from '../platform/database/database.js';
import { entityColumns, readSlice } from '../platform/database/list-sql.js';
import { type Slice, type SliceOf } from '../platform/database/slice.js';
import { PendingAudit } from '../reports/audits/pending-audit.entity.js';
import { INITIAL_STATE, isConfirmationAwaited, type MonitorStatus } from './judgment/monitor-state.js';
import { Monitor } from './monitor.entity.js';
import { urlHash } from './url-hash.js';
import { Website } from '../websites/website.entity.js';

const LOCK = { mode: 'for_no_key_update' } as const;

export type MonitorFields = Pick<
  Monitor,
  | 'name'
  | 'url'
  | 'kind'
  | 'maxPages'
  | 'schedule'
  | 'timezone'
  | 'render'
  | 'device'
  | 'budgets'
  | 'confirm'
  | 'enabled'
>;

/** What changes with the fields of a monitor. */
export type MonitorChanges = Partial<
  MonitorFields &
    Pick<Monitor, 'state' | 'nextRunAt' | 'catchesUp' | 'lateSince'> &
    Pick<Monitor, 'lastReportId' | 'lastCrawlId' | 'websiteId'>
>;

/** A monitor as it was when it was found due. */
export type DueMonitor = Monitor & { readonly nextRunAt: Date };

/** What becomes of a monitor that was due. */
export type NextRun = Pick<DueMonitor, 'nextRunAt' | 'catchesUp' | 'lateSince'>;

/** The crawl that a run has begun. */
export type BegunCrawl = Pick<Monitor, 'lastCrawlId' | 'websiteId'>;

@Injectable()
export class MonitorsRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(Monitor) private readonly monitors: Repository<Monitor>,
  ) {}

  async listOf(
    accountId: number,
    { state }: { readonly state?: MonitorStatus },
    slice: Slice,
  ): Promise<SliceOf<Monitor>> {
    const conditions = ['account_id = $1'];
    const parameters: unknown[] = [accountId];
    if (state) conditions.push(`state ->> 'status' = $${String(parameters.push(state))}`);
    const columns = entityColumns(this.monitors);
    const list = { columns, from: 'monitors r', conditions, parameters, order: 'r.id', total: null };
    return readSlice<Monitor>(this.database, list, slice);
  }

  /** The monitors with a breach that are not paused, the latest breach first: an account has a thousand monitors at most. */
  async breached(accountId: number, count: number): Promise<Monitor[]> {
    return this.monitors
      .createQueryBuilder('monitor')
      .where({ accountId, enabled: true })
      .andWhere(`monitor.state ->> 'status' = 'breached'`)
      .orderBy(`monitor.state ->> 'since'`, 'DESC')
      .addOrderBy('monitor.id', 'DESC')
      .limit(count)
      .getMany();
  }

  /** The monitors of a website, and those that have not run yet, newest first. */
  async ofWebsiteOrNew(accountId: number, websiteId: number): Promise<Monitor[]> {
    const where = { accountId, websiteId: Or(Equal(websiteId), IsNull()) };
    return this.monitors.find({ where, order: { id: 'DESC' } });
  }

  async find(accountId: number, id: number): Promise<Monitor | null> {
    return this.monitors.findOneBy({ accountId, id });
  }

  async lock(tx: Transaction, accountId: number, id: number): Promise<Monitor | null> {
    return tx.findOne(Monitor, { where: { accountId, id }, lock: LOCK });
  }

  /** Locks a monitor.
   *  @returns whether it awaits the second audit of a breach, of which no more than one is queued. Those from before a change
   *    of what it audits don't count */
  async awaitsOneConfirmation(tx: Transaction, { accountId, id }: Monitor): Promise<boolean> {
    const monitor = await this.lock(tx, accountId, id);
    if (!monitor || !isConfirmationAwaited(monitor.state)) return false;
    const { url, render, device } = monitor;
    const own = { accountId, monitorId: id, confirms: true, render, device, report: { url } };
    return (await tx.countBy(PendingAudit, own)) === 1;
  }

  /** The monitor of a kind, a url and a schedule. */
  async lockOf(
    tx: Transaction,
    accountId: number,
    { url, schedule, kind }: Pick<Monitor, 'url' | 'schedule' | 'kind'>,
  ): Promise<Monitor | null> {
    return tx.findOne(Monitor, { where: { accountId, urlHash: urlHash(url), schedule, kind }, lock: LOCK });
  }

  async countOf(tx: Transaction, accountId: number): Promise<number> {
    return tx.countBy(Monitor, { accountId });
  }

  /** Stores a monitor that is not enabled yet.
   *  @returns its id, and when it was stored */
  async insert(
    tx: Transaction,
    owner: Pick<Monitor, 'accountId' | 'websiteId'>,
    fields: MonitorFields,
  ): Promise<Pick<Monitor, 'id' | 'createdAt'>> {
    const place = { ...owner, urlHash: urlHash(fields.url) };
    const monitor = { ...fields, ...place, state: INITIAL_STATE, enabled: false };
    const { generatedMaps } = await tx.insert(Monitor, monitor);
    return generatedMaps[0] as Pick<Monitor, 'id' | 'createdAt'>;
  }

  /** Enables a monitor that was just stored, which is no change of it. */
  async enable(tx: Transaction, accountId: number, id: number, nextRunAt: Date | null): Promise<Monitor> {
    await tx.update(Monitor, { accountId, id }, { enabled: nextRunAt !== null, nextRunAt });
    return tx.findOneByOrFail(Monitor, { accountId, id });
  }

  async update(tx: Transaction, { accountId, id }: Monitor, changes: MonitorChanges): Promise<Monitor> {
    const place = changes.url === undefined ? {} : { urlHash: urlHash(changes.url) };
    await tx.update(Monitor, { accountId, id }, { ...changes, ...place, updatedAt: () => 'now()' });
    return tx.findOneByOrFail(Monitor, { accountId, id });
  }

  /** Has the monitors of a website that was deleted forget it, and what they audited of it. */
  async forgetWebsite(tx: Transaction, accountId: number, websiteId: number): Promise<void> {
    const forgotten = { websiteId: null, lastReportId: null, lastCrawlId: null };
    await tx.update(Monitor, { accountId, websiteId }, forgotten);
  }

  /** Whether the website of a run was not deleted meanwhile. */
  async hasWebsite(
    tx: Transaction,
    { accountId, websiteId: id }: { readonly accountId: number; readonly websiteId: number },
  ): Promise<boolean> {
    return tx.existsBy(Website, { accountId, id });
  }

  /** @param run that is deleted */
  async forgetRun(
    tx: Transaction,
    accountId: number,
    run: { readonly lastReportId: number } | { readonly lastCrawlId: number },
  ): Promise<void> {
    const none = 'lastReportId' in run ? { lastReportId: null } : { lastCrawlId: null };
    await tx.update(Monitor, { accountId, ...run }, none);
  }

  async delete(tx: Transaction, { accountId, id }: Monitor): Promise<void> {
    await tx.delete(Monitor, { accountId, id });
  }

  /** Stores what a run said or began, which is no change of the monitor. */
  async storeResult(
    tx: Transaction,
    { accountId, id }: Monitor,
    result: Partial<Pick<Monitor, 'state' | 'lastReportId'> & BegunCrawl>,
  ): Promise<void> {
    await tx.update(Monitor, { accountId, id }, result);
  }

  /** Accounts with monitors that are due. The one that has waited longest comes first. */
  async dueAccounts(now: Date): Promise<number[]> {
    const rows = await this.monitors
      .createQueryBuilder('monitor')
      .select('monitor.account_id', 'accountId')
      .where({ nextRunAt: LessThanOrEqual(now) })
      .groupBy('monitor.account_id')
      .orderBy('min(monitor.next_run_at)')
      .getRawMany<{ accountId: number }>();
    return rows.map(({ accountId }) => accountId);
  }

  /** Some of an account's monitors that are due, the latest first due. */
  async dueOf(accountId: number, now: Date, limit: number): Promise<DueMonitor[]> {
    const due = await this.monitors.find({
      where: { accountId, nextRunAt: LessThanOrEqual(now) },
      order: { nextRunAt: 'ASC' },
      take: limit,
    });
    return due as DueMonitor[];
  }

  /** When the next monitor is due; null if none is enabled. */
  async nextRunAt(): Promise<Date | null> {
    const next = await this.monitors.findOne({
      select: { accountId: true, id: true, nextRunAt: true },
      where: { nextRunAt: MoreThan(new Date(0)) },
      order: { nextRunAt: 'ASC' },
    });
    return next?.nextRunAt ?? null;
  }

  /** Ids of those monitors whose last report has not ended. */
  async runningAmong(accountId: number, monitors: readonly Monitor[]): Promise<Set<number>> {
    const audits = await this.monitors.manager.find(PendingAudit, {
      select: { accountId: true, reportId: true, monitorId: true },
      where: { accountId, monitorId: In(monitors.map(({ id }) => id)) },
    });
    return new Set(audits.flatMap(({ monitorId }) => monitorId ?? []));
  }

  /** Moves a monitor that is due on.
   *  @param tx absent: by itself
   *  @returns false if it was changed, or moved on by another process */
  async moveOn(
    monitor: DueMonitor,
    { nextRunAt, catchesUp, lateSince, ...begun }: NextRun & Partial<BegunCrawl>,
    tx: Transaction = this.monitors.manager,
  ): Promise<boolean> {
    const { affected } = await tx.update(Monitor, asSeen(monitor), {
      nextRunAt,
      catchesUp,
      lateSince,
      ...begun,
    });
    return affected === 1;
  }

  /** Disables a monitor that is due.
   *  @returns null if it was changed, or moved on by another process */
  async disable(tx: Transaction, monitor: DueMonitor): Promise<Monitor | null> {
    const { accountId, id } = monitor;
    const disabled = { enabled: false, nextRunAt: null, lateSince: null, updatedAt: () => 'now()' };
    const { affected } = await tx.update(Monitor, asSeen(monitor), disabled);
    return affected === 1 ? tx.findOneByOrFail(Monitor, { accountId, id }) : null;
  }
}

/** Finds a monitor that was neither changed nor moved on since it was read. */
function asSeen({ accountId, id, nextRunAt, updatedAt }: DueMonitor) {
  return { accountId, id, nextRunAt, updatedAt };
}
