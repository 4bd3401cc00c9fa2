import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, QueryFailedError, type Repository } from 'typeorm';
import { AuditLogRepository } from '../audit-log/audit-log.repository.js';
import { changesBetween } from '../audit-log/changes.js';
import { type Actor } from '../auth/actor.js';
import { Account } from '../auth/account.entity.js';
import { CONFIG, type Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { entityColumns, readSlice } from '../database/listing.js';
import { type Slice, type SliceOf } from '../database/slice.js';
import { errorCodeOf } from '../error-code.js';
import { TooManyRecords } from '../http/http-errors.js';
import { JobQueue } from '../queue/job-queue.repository.js';
import { EventsRepository } from '../webhooks/events.repository.js';
import { shortUrl } from '../webhooks/event-body.js';
import { MonitorExists, MonitorNotFound } from './monitor-errors.js';
import { INITIAL_STATE } from './monitor-state.js';
import { Monitor } from './monitor.entity.js';
import { RUN_MONITORS, SCHEDULER } from './run-monitors.js';
import { urlHash } from './url-hash.js';

const UNIQUE_VIOLATION = '23505';

export type MonitorFields = Pick<
  Monitor,
  'name' | 'url' | 'schedule' | 'timezone' | 'render' | 'device' | 'budgets' | 'confirm' | 'enabled'
>;

/** What changes with the fields of a monitor. */
export type MonitorChanges = Partial<
  MonitorFields & Pick<Monitor, 'state' | 'nextRunAt' | 'catchesUp' | 'lateSince'>
>;

/** What becomes of the monitor with a url and a schedule. */
export interface MonitorPlan {
  /** Fields of a new one. */
  readonly created: MonitorFields;
  /** The first run of a new one, by its id. */
  readonly firstRun: (id: number) => Date | null;
  /** Changes of the one that exists. */
  readonly changes: (current: Monitor) => MonitorChanges;
  /** Is called in the transaction. */
  readonly take: (manager: EntityManager, id: number) => Promise<void>;
}

@Injectable()
export class MonitorsRepository {
  constructor(
    private readonly database: Database,
    private readonly auditLog: AuditLogRepository,
    private readonly events: EventsRepository,
    private readonly queue: JobQueue,
    @InjectRepository(Monitor) private readonly monitors: Repository<Monitor>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async listOf(accountId: number, slice: Slice): Promise<SliceOf<Monitor>> {
    const columns = entityColumns(this.monitors);
    const list = { columns, from: 'monitors r', conditions: ['account_id = $1'], parameters: [accountId] };
    return readSlice<Monitor>(this.database, { ...list, order: 'r.id', total: null }, slice);
  }

  async find(accountId: number, id: number): Promise<Monitor | null> {
    return this.monitors.findOneBy({ accountId, id });
  }

  /** Creates the monitor of a url and a schedule, or changes the one that exists.
   *  @throws TooManyRecords */
  async store(
    actor: Actor,
    { created, firstRun, changes, take }: MonitorPlan,
  ): Promise<{ monitor: Monitor; isNew: boolean }> {
    const { accountId } = actor;
    const place = { accountId, urlHash: urlHash(created.url), schedule: created.schedule };
    return this.database.transaction(async (manager) => {
      await manager.findOne(Account, { where: { id: accountId }, lock: { mode: 'for_no_key_update' } });
      const inserted = await manager
        .createQueryBuilder()
        .insert()
        .into(Monitor)
        .values({ ...created, ...place, state: INITIAL_STATE, enabled: false })
        .orIgnore()
        .returning(['id'])
        .execute();
      const [row] = inserted.raw as { id: number }[];
      if (!row) {
        const current = await manager.findOneOrFail(Monitor, { where: place, lock: LOCK });
        await take(manager, current.id);
        return { monitor: await this.apply(manager, actor, current, changes(current)), isNew: false };
      }
      const { id } = row;
      const limit = this.config.accountMonitors;
      const count = await manager.countBy(Monitor, { accountId });
      if (count > limit) throw new TooManyRecords('monitors', limit, 'ACCOUNT_MONITORS');
      await take(manager, id);
      const nextRunAt = created.enabled ? firstRun(id) : null;
      await manager.update(Monitor, { accountId, id }, { enabled: created.enabled, nextRunAt });
      await this.wake(manager);
      const monitor = await manager.findOneByOrFail(Monitor, { accountId, id });
      const logged = changesBetween(null, loggedOf(monitor));
      await this.auditLog.add(manager, actor, { action: 'monitor.created', id, changes: logged });
      return { monitor, isNew: true };
    });
  }

  /** @param decide gets the current monitor and returns the changes, and may throw
   *  @throws MonitorNotFound, MonitorExists */
  async update(actor: Actor, id: number, decide: (current: Monitor) => MonitorChanges): Promise<Monitor> {
    return this.change(actor, id, (current, manager) =>
      this.apply(manager, actor, current, decide(current)),
    ).catch((error: unknown) => {
      const isTaken = error instanceof QueryFailedError && errorCodeOf(error) === UNIQUE_VIOLATION;
      throw isTaken ? new MonitorExists() : error;
    });
  }

  /** @param confirm gets the current monitor, and may throw
   *  @throws MonitorNotFound */
  async delete(actor: Actor, id: number, confirm: (current: Monitor) => void): Promise<void> {
    await this.change(actor, id, async (current, manager) => {
      confirm(current);
      await manager.delete(Monitor, { accountId: current.accountId, id });
      const changes = changesBetween(loggedOf(current), null);
      await this.auditLog.add(manager, actor, { action: 'monitor.deleted', id, changes });
    });
  }

  /** Logs that a monitor was run by hand. */
  async logRun(manager: EntityManager, actor: Actor, id: number): Promise<void> {
    await this.auditLog.add(manager, actor, { action: 'monitor.run', id });
  }

  private async change<T>(
    { accountId }: Actor,
    id: number,
    work: (current: Monitor, manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async (manager) => {
      const current = await manager.findOne(Monitor, { where: { accountId, id }, lock: LOCK });
      if (!current) throw new MonitorNotFound();
      return work(current, manager);
    });
  }

  private async apply(
    manager: EntityManager,
    actor: Actor,
    current: Monitor,
    changes: MonitorChanges,
  ): Promise<Monitor> {
    const { accountId, id } = current;
    const logged = changesBetween(loggedOf(current), { ...loggedOf(current), ...loggedOf(changes) });
    if (Object.keys(logged).length === 0) return current;
    const place = changes.url === undefined ? {} : { urlHash: urlHash(changes.url) };
    await manager.update(Monitor, { accountId, id }, { ...changes, ...place, updatedAt: () => 'now()' });
    await this.wake(manager);
    await this.auditLog.add(manager, actor, { action: 'monitor.updated', id, changes: logged });
    const monitor = await manager.findOneByOrFail(Monitor, { accountId, id });
    if (current.enabled && !monitor.enabled) await this.tellPaused(manager, monitor, 'by_request');
    return monitor;
  }

  /** Publishes `monitor.paused`. */
  async tellPaused(
    manager: EntityManager,
    { accountId, id, url, websiteId }: Monitor,
    reason: 'by_request' | 'url_not_allowed',
  ): Promise<void> {
    const data = {
      monitor_id: id,
      url: shortUrl(url),
      reason,
      links: { monitor: this.events.linkTo(`monitors/${String(id)}`) },
    };
    await this.events.publish(manager, { accountId, type: 'monitor.paused', websiteId }, () => [data]);
  }

  /** Has the scheduler look for monitors that are due. */
  private async wake(manager: EntityManager): Promise<void> {
    await this.queue.add(RUN_MONITORS, { ...SCHEDULER, manager });
  }
}

const LOCK = { mode: 'for_no_key_update' } as const;

/** What the audit log shows of a monitor; fields that are absent stay so. */
function loggedOf(monitor: Partial<MonitorFields>): object {
  const { name, url, schedule, timezone, render, device, budgets, confirm, enabled } = monitor;
  const fields = { name, url, schedule, timezone, render, device, budgets, confirm, enabled };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
