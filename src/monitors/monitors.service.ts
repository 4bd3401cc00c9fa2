import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLogRepository } from '../account/audit-log/audit-log.repository.js';
import { changesBetween } from '../account/audit-log/changes.js';
import { AccountsRepository } from '../auth/accounts.repository.js';
import { type Actor } from '../auth/actor.js';
import { CONFIG, type Config } from '../platform/config/config.js';
import { Database, timeOf, type Transaction } from '../platform/database/database.js';
import { TooManyRecords, ValidationFailed } from '../platform/errors/http-errors.js';
import { Idempotency } from '../platform/http/idempotency/idempotency.js';
import { type RepeatableRequest } from '../platform/http/idempotency/repeatable-request.js';
import { type Listing, listingOf } from '../platform/http/listing/listing.js';
import { type RecordToChange } from '../platform/http/handler-parameters.js';
import { ageSeconds, Stored } from '../platform/http/record/stored.js';
import { judgeTarget } from '../engine/page-loader/target.js';
import { JobQueue } from '../platform/queue/job-queue.js';
import { ReportDeletions } from '../reports/report-deletions.js';
import { CrawlDeletions } from '../crawls/ending/crawl-deletions.js';
import { DEFAULT_BUDGETS } from './budgets.js';
import { type CreateMonitorBody } from './dto/create-monitor.dto.js';
import { type ListMonitorsQuery } from './dto/list-monitors.dto.js';
import { type UpdateMonitorBody } from './dto/update-monitor.dto.js';
import { kindFaults } from './kind-faults.js';
import { DEFAULT_CRAWLED_PAGES } from './monitor-kind.js';
import { MonitorExists, MonitorNotFound } from './monitor-errors.js';
import { MonitorEvents } from './judgment/monitor-events.js';
import { withBudgets } from './judgment/monitor-state.js';
import { type Monitor } from './monitor.entity.js';
import { type MonitorChanges, type MonitorFields, MonitorsRepository } from './monitors.repository.js';
import { RUN_MONITORS } from './runs/run-monitors.js';
import { domainOf } from '../websites/domain.js';
import { WebsiteDeletions } from '../websites/website-deletions.js';
import { WebsitesRepository } from '../websites/websites.repository.js';
import { canonicalSchedule, judgeSchedule, nextRun, type Schedule } from './schedule/schedule.js';

interface NewMonitor {
  readonly fields: MonitorFields;
  readonly schedule: Schedule;
}

@Injectable()
export class MonitorsService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly monitors: MonitorsRepository,
    private readonly accounts: AccountsRepository,
    private readonly websites: WebsitesRepository,
    private readonly auditLog: AuditLogRepository,
    private readonly events: MonitorEvents,
    private readonly queue: JobQueue,
    private readonly idempotency: Idempotency,
    private readonly websiteDeletions: WebsiteDeletions,
    private readonly reportDeletions: ReportDeletions,
    private readonly crawlDeletions: CrawlDeletions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.websiteDeletions.listen((tx, { accountId, websiteId }) =>
      this.monitors.forgetWebsite(tx, accountId, websiteId),
    );
    this.reportDeletions.listen((tx, { accountId, reportId }) =>
      this.monitors.forgetRun(tx, accountId, { lastReportId: reportId }),
    );
    this.crawlDeletions.listen((tx, { accountId, crawlId }) =>
      this.monitors.forgetRun(tx, accountId, { lastCrawlId: crawlId }),
    );
  }

  async list(accountId: number, query: ListMonitorsQuery): Promise<Listing<Monitor>> {
    return listingOf(query, accountId, (slice) => this.monitors.listOf(accountId, query, slice));
  }

  /** The newest monitors with a breach. */
  async breached(accountId: number, count: number): Promise<Monitor[]> {
    return this.monitors.breached(accountId, count);
  }

  /** The monitors of a website, newest first. */
  async ofWebsite(
    accountId: number,
    { id, domain }: { readonly id: number; readonly domain: string },
  ): Promise<Monitor[]> {
    const monitors = await this.monitors.ofWebsiteOrNew(accountId, id);
    return monitors.filter(
      ({ websiteId, url }) => websiteId === id || domainOf(url, this.config.stripWww) === domain,
    );
  }

  /** @throws MonitorNotFound */
  async show(accountId: number, id: number): Promise<Monitor> {
    const monitor = await this.monitors.find(accountId, id);
    if (!monitor) throw new MonitorNotFound();
    return monitor;
  }

  /** Creates a monitor, or changes the one with the same url, schedule and kind.
   *  @throws ValidationFailed, TooManyRecords, RequestInProgress */
  async store(actor: Actor, body: CreateMonitorBody, request: RepeatableRequest): Promise<Stored<Monitor>> {
    const { accountId } = actor;
    return this.idempotency.once<Stored<Monitor>, NewMonitor>(request, body, {
      again: async (id) => {
        const monitor = await this.show(accountId, id);
        return new Stored(monitor, 'existing', ageSeconds(monitor));
      },
      before: () => Promise.resolve(this.newMonitor(body)),
      create: async (tx, created) => {
        await this.accounts.lock(tx, accountId);
        const current = await this.monitors.lockOf(tx, accountId, created.fields);
        if (current) {
          const monitor = await this.apply(
            tx,
            actor,
            current,
            this.changesOf(current, body, await timeOf(tx)),
          );
          return { id: monitor.id, result: new Stored(monitor, 'existing', ageSeconds(monitor)) };
        }
        const monitor = await this.insert(tx, actor, created);
        return { id: monitor.id, result: new Stored(monitor, 'created') };
      },
    });
  }

  /** Creates a monitor, and changes none.
   *  @throws ValidationFailed, TooManyRecords, MonitorExists */
  async create(actor: Actor, body: CreateMonitorBody): Promise<Monitor> {
    const created = this.newMonitor(body);
    return this.database.transaction(async (tx) => {
      await this.accounts.lock(tx, actor.accountId);
      const current = await this.monitors.lockOf(tx, actor.accountId, created.fields);
      if (current) throw new MonitorExists(current);
      return this.insert(tx, actor, created);
    });
  }

  /** @throws ValidationFailed, MonitorNotFound, MonitorExists, PreconditionFailed */
  async update(
    actor: Actor,
    { id, ifMatch }: RecordToChange<Monitor>,
    body: UpdateMonitorBody,
  ): Promise<Monitor> {
    const { accountId } = actor;
    return this.database.transaction(async (tx) => {
      await this.accounts.lock(tx, accountId);
      const current = await this.locked(tx, accountId, id);
      ifMatch?.(current);
      const changes = this.changesOf(current, body, await timeOf(tx));
      const { url = current.url, schedule = current.schedule } = changes;
      const other = await this.monitors.lockOf(tx, accountId, { url, schedule, kind: current.kind });
      if (other && other.id !== id) throw new MonitorExists(other);
      const isMoved = url !== current.url;
      const place = {
        ...(isMoved && { lastReportId: null, lastCrawlId: null }),
        ...((isMoved || current.websiteId === null) && {
          websiteId: await this.websiteOf(tx, accountId, url),
        }),
      };
      return this.apply(tx, actor, current, { ...changes, ...place });
    });
  }

  /** @throws MonitorNotFound, PreconditionFailed */
  async delete(actor: Actor, { id, ifMatch }: RecordToChange<Monitor>): Promise<void> {
    await this.database.transaction(async (tx) => {
      const current = await this.locked(tx, actor.accountId, id);
      ifMatch?.(current);
      await this.monitors.delete(tx, current);
      const changes = changesBetween(loggedOf(current), null);
      await this.auditLog.add(tx, actor, { action: 'monitor.deleted', id, changes });
    });
  }

  /** @throws TooManyRecords */
  private async insert(tx: Transaction, actor: Actor, { fields, schedule }: NewMonitor): Promise<Monitor> {
    const { accountId } = actor;
    await this.requireRoom(tx, accountId);
    const websiteId = await this.websiteOf(tx, accountId, fields.url);
    const { id, createdAt } = await this.monitors.insert(tx, { accountId, websiteId }, fields);
    const firstRunAt = fields.enabled ? nextRun(schedule, id, createdAt) : null;
    const monitor = await this.monitors.enable(tx, accountId, id, firstRunAt);
    await this.queue.add(RUN_MONITORS, { tx });
    const changes = changesBetween(null, loggedOf(monitor));
    await this.auditLog.add(tx, actor, { action: 'monitor.created', id, changes });
    return monitor;
  }

  /** null: it has no report yet. */
  private async websiteOf(tx: Transaction, accountId: number, url: string): Promise<number | null> {
    return this.websites.idOf(tx, accountId, domainOf(url, this.config.stripWww));
  }

  /** @throws MonitorNotFound */
  private async locked(tx: Transaction, accountId: number, id: number): Promise<Monitor> {
    const monitor = await this.monitors.lock(tx, accountId, id);
    if (!monitor) throw new MonitorNotFound();
    return monitor;
  }

  /** @throws TooManyRecords */
  private async requireRoom(tx: Transaction, accountId: number): Promise<void> {
    const limit = this.config.accountMonitors;
    if ((await this.monitors.countOf(tx, accountId)) >= limit)
      throw new TooManyRecords('monitors', limit, 'ACCOUNT_MONITORS');
  }

  private async apply(
    tx: Transaction,
    actor: Actor,
    current: Monitor,
    changes: MonitorChanges,
  ): Promise<Monitor> {
    const { id } = current;
    const logged = changesBetween(loggedOf(current), loggedOf({ ...fieldsOf(current), ...changes }));
    if (Object.keys(logged).length === 0) return current;
    const monitor = await this.monitors.update(tx, current, changes);
    await this.queue.add(RUN_MONITORS, { tx });
    await this.auditLog.add(tx, actor, { action: 'monitor.updated', id, changes: logged });
    if (current.enabled && !monitor.enabled) await this.events.paused(tx, monitor, 'by_request');
    return monitor;
  }

  /** @throws ValidationFailed */
  private newMonitor(body: CreateMonitorBody): NewMonitor {
    const { kind = 'page' } = body;
    const isCrawl = kind === 'crawl';
    const fields: MonitorFields = {
      name: body.name ?? null,
      url: body.url,
      kind,
      maxPages: isCrawl ? (body.max_pages ?? DEFAULT_CRAWLED_PAGES) : null,
      schedule: canonicalSchedule(body.schedule),
      timezone: body.timezone ?? 'UTC',
      render: body.render ?? this.config.defaultRender,
      device: body.device ?? 'mobile',
      budgets: body.budgets ?? [...DEFAULT_BUDGETS[kind]],
      confirm: !isCrawl && (body.confirm ?? true),
      enabled: body.enabled ?? true,
    };
    return { fields, schedule: this.judge(fields, body) };
  }

  /** @throws ValidationFailed */
  private changesOf(current: Monitor, body: UpdateMonitorBody, now: Date): MonitorChanges {
    const { url, schedule, timezone, render, device, budgets, enabled } = current;
    const before = fieldsOf(current);
    const { kind, maxPages } = before;
    const isSent = ([name, value]: [string, unknown]) => value !== undefined && name in before;
    const sent = Object.fromEntries(Object.entries(body).filter(isSent));
    const spelled = body.schedule === undefined ? {} : { schedule: canonicalSchedule(body.schedule) };
    const own = { kind, maxPages: body.max_pages ?? maxPages };
    const after: MonitorFields = { ...before, ...sent, ...spelled, ...own };
    const isTargetJudged = body.url !== undefined || (after.enabled && !enabled);
    const judged = this.judge(after, body, { isTargetJudged });
    const isTimed = schedule === after.schedule && timezone === after.timezone && enabled === after.enabled;
    const nextRunAt = isTimed ? current.nextRunAt : nextRun(judged, current.id, now);
    const forget = url !== after.url || render !== after.render || device !== after.device;
    return {
      ...after,
      state: withBudgets(current.state, budgets, after.budgets, { forget, at: now.toISOString() }),
      nextRunAt: after.enabled ? nextRunAt : null,
      catchesUp: isTimed && current.catchesUp,
      lateSince: isTimed ? current.lateSince : null,
    };
  }

  /** @throws ValidationFailed */
  private judge(
    { kind, url, schedule, timezone }: MonitorFields,
    sent: UpdateMonitorBody,
    { isTargetJudged = true }: { readonly isTargetJudged?: boolean } = {},
  ): Schedule {
    const errors = kindFaults(kind, sent);
    const target = isTargetJudged ? judgeTarget(url, this.config) : null;
    if (target && 'fault' in target) errors.url = [`url ${target.fault}.`];
    const judged = judgeSchedule(schedule, timezone);
    if ('fault' in judged) errors[judged.field] = [`${judged.field} ${judged.fault}.`];
    if ('fault' in judged || Object.keys(errors).length > 0) throw new ValidationFailed(errors);
    return judged.schedule;
  }
}

function fieldsOf(monitor: MonitorFields): MonitorFields {
  const { name, url, kind, maxPages, schedule, timezone, render, device, budgets, confirm, enabled } =
    monitor;
  return { name, url, kind, maxPages, schedule, timezone, render, device, budgets, confirm, enabled };
}

/** What the audit log shows of a monitor. */
function loggedOf(monitor: MonitorFields): object {
  const { maxPages, ...fields } = fieldsOf(monitor);
  return { ...fields, max_pages: maxPages };
}
