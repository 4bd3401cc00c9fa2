import { Inject, Injectable } from '@nestjs/common';
import { type Actor } from '../auth/actor.js';
import { type Caller } from '../auth/caller.js';
import { CONFIG, type Config } from '../config/config.js';
import { ValidationFailed } from '../http/http-errors.js';
import { type Claim, type RunOnce } from '../http/idempotency/run-once.js';
import { type Listing, listingOf } from '../http/listing/listing.js';
import { type ShowCreations } from '../http/rate-limit-headers.js';
import { type Precondition } from '../http/record/if-match.decorator.js';
import { Stored } from '../http/record/record-body.js';
import { judgeTarget } from '../page-loader/target.js';
import { ReportIntake } from '../reports/report-intake.service.js';
import { type FullReport } from '../reports/full-report.js';
import { DEFAULT_BUDGETS } from './budgets.js';
import { type CreateMonitorBody } from './dto/create-monitor.dto.js';
import { type ListMonitorsQuery } from './dto/list-monitors.dto.js';
import { type UpdateMonitorBody } from './dto/update-monitor.dto.js';
import { MonitorNotFound } from './monitor-errors.js';
import { withBudgets } from './monitor-state.js';
import { type Monitor } from './monitor.entity.js';
import { type MonitorChanges, type MonitorFields, MonitorsRepository } from './monitors.repository.js';
import { canonicalSchedule, judgeSchedule, nextRun, type Schedule } from './schedule.js';

@Injectable()
export class MonitorsService {
  constructor(
    private readonly monitors: MonitorsRepository,
    private readonly intake: ReportIntake,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(accountId: number, query: ListMonitorsQuery): Promise<Listing<Monitor>> {
    return listingOf(query, accountId, (slice) => this.monitors.listOf(accountId, slice));
  }

  /** @throws MonitorNotFound */
  async show(accountId: number, id: number): Promise<Monitor> {
    const monitor = await this.monitors.find(accountId, id);
    if (!monitor) throw new MonitorNotFound();
    return monitor;
  }

  /** Creates a monitor, or changes the one with the same url and schedule.
   *  @throws ValidationFailed, TooManyRecords, RequestInProgress */
  async store(actor: Actor, body: CreateMonitorBody, runOnce: RunOnce): Promise<Stored<Monitor>> {
    return runOnce(body, async (claim) => {
      if (claim?.recordId) {
        const monitor = await this.show(actor.accountId, claim.recordId);
        return new Stored(monitor, 'existing', ageSeconds(monitor));
      }
      return this.storeOnce(actor, body, async (manager, id) => claim?.take(manager, id));
    });
  }

  private async storeOnce(
    actor: Actor,
    body: CreateMonitorBody,
    take: Claim['take'],
  ): Promise<Stored<Monitor>> {
    const created: MonitorFields = {
      name: body.name ?? null,
      url: body.url,
      schedule: canonicalSchedule(body.schedule),
      timezone: body.timezone ?? 'UTC',
      render: body.render ?? this.config.defaultRender,
      device: body.device ?? 'mobile',
      budgets: body.budgets ?? [...DEFAULT_BUDGETS],
      confirm: body.confirm ?? true,
      enabled: body.enabled ?? true,
    };
    const schedule = this.judge(created);
    const { monitor, isNew } = await this.monitors.store(actor, {
      created,
      firstRun: (id) => nextRun(schedule, id, new Date()),
      changes: (current) => this.changesOf(current, body),
      take,
    });
    return isNew ? new Stored(monitor, 'created') : new Stored(monitor, 'existing', ageSeconds(monitor));
  }

  /** @throws ValidationFailed, MonitorNotFound, MonitorExists, PreconditionFailed */
  async update(
    actor: Actor,
    id: number,
    { body, ifMatch }: { body: UpdateMonitorBody; ifMatch: Precondition<Monitor> },
  ): Promise<Monitor> {
    return this.monitors.update(actor, id, (current) => {
      ifMatch?.(current);
      return this.changesOf(current, body);
    });
  }

  /** @throws MonitorNotFound, PreconditionFailed */
  async delete(actor: Actor, id: number, ifMatch: Precondition<Monitor>): Promise<void> {
    await this.monitors.delete(actor, id, (current) => ifMatch?.(current));
  }

  /** Runs a monitor now, whether it is enabled or not.
   *  @throws MonitorNotFound, TooManyCreations, TooManyWaiting, QueueFull, RequestInProgress */
  async run(
    caller: Caller,
    { actor, id }: { actor: Actor; id: number },
    { runOnce, showCreations }: { runOnce: RunOnce; showCreations: ShowCreations },
  ): Promise<Stored<FullReport>> {
    const accountId = caller.account.id;
    const { url, render, device } = await this.show(accountId, id);
    return runOnce({ id }, async (claim) => {
      if (claim?.recordId)
        return new Stored(await this.intake.acceptedReport(accountId, claim.recordId), 'accepted');
      const page = {
        ...this.intake.pageOf({ url, render, device, max_age: 0 }),
        monitor: { id, confirms: false },
      };
      const { refusal } = await this.intake.admit(caller, 1, showCreations);
      if (refusal) throw refusal;
      const take: Claim['take'] = async (manager, reportId) => {
        await this.monitors.logRun(manager, actor, id);
        await claim?.take(manager, reportId);
      };
      const [report] = await this.intake.accept(accountId, [page], {
        keyId: caller.key.id,
        batchId: null,
        take,
      });
      if (!report) throw new Error('The report was not returned');
      return new Stored(report, 'accepted');
    });
  }

  /** @throws ValidationFailed */
  private changesOf(current: Monitor, body: UpdateMonitorBody): MonitorChanges {
    const { name, url, schedule, timezone, render, device, budgets, confirm, enabled } = current;
    const before = { name, url, schedule, timezone, render, device, budgets, confirm, enabled };
    const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const spelled = body.schedule === undefined ? {} : { schedule: canonicalSchedule(body.schedule) };
    const after: MonitorFields = { ...before, ...sent, ...spelled };
    const judged = this.judge(after);
    const isTimed = schedule === after.schedule && timezone === after.timezone && enabled === after.enabled;
    const nextRunAt = isTimed ? current.nextRunAt : nextRun(judged, current.id, new Date());
    const forget = url !== after.url || render !== after.render || device !== after.device;
    return {
      ...after,
      state: withBudgets(current.state, budgets, after.budgets, { forget, at: new Date().toISOString() }),
      nextRunAt: after.enabled ? nextRunAt : null,
      catchesUp: isTimed && current.catchesUp,
      lateSince: isTimed ? current.lateSince : null,
    };
  }

  /** @throws ValidationFailed */
  private judge({ url, schedule, timezone }: MonitorFields): Schedule {
    const errors: Record<string, string[]> = {};
    const target = judgeTarget(url, this.config);
    if ('fault' in target) errors.url = [`url ${target.fault}.`];
    const judged = judgeSchedule(schedule, timezone);
    if ('fault' in judged) errors[judged.field] = [`${judged.field} ${judged.fault}.`];
    if ('fault' in judged || 'fault' in target) throw new ValidationFailed(errors);
    return judged.schedule;
  }
}

function ageSeconds({ createdAt }: Monitor): number {
  return Math.floor((Date.now() - createdAt.getTime()) / 1000);
}
