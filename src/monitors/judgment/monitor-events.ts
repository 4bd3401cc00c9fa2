import { Injectable } from '@nestjs/common';
import { type Transaction } from '../../platform/database/database.js';
import { withItems } from '../../webhooks/events/event-body.js';
import { Events } from '../../webhooks/events/events.service.js';
import {
  budgetsCrossedView,
  monitorPausedView,
  type PauseReason,
  type RunEvent,
} from './monitor-event.view.js';
import { type Breach } from './monitor-state.js';
import { type Monitor } from '../monitor.entity.js';

/** The run of a monitor that crossed budgets. */
export interface Crossing {
  readonly websiteId: number;
  readonly breaches: readonly Breach[];
  /** What the event tells of the run; called if a webhook wants it. */
  readonly run: () => Promise<RunEvent>;
}

/** Publishes the events of monitors. */
@Injectable()
export class MonitorEvents {
  constructor(private readonly events: Events) {}

  async paused(tx: Transaction, monitor: Monitor, reason: PauseReason): Promise<void> {
    const { accountId, websiteId } = monitor;
    const data = monitorPausedView(monitor, reason, this.linkTo(monitor.id));
    await this.events.publish(tx, { accountId, type: 'monitor.paused', websiteId }, () => [data]);
  }

  /** Nothing is published if no budget was crossed. */
  async crossed(
    tx: Transaction,
    type: 'monitor.breached' | 'monitor.recovered',
    monitor: Monitor,
    { websiteId, breaches, run }: Crossing,
  ): Promise<void> {
    if (breaches.length === 0) return;
    const { accountId, id } = monitor;
    await this.events.publish(tx, { accountId, type, websiteId }, async () => {
      const event = await run();
      const link = this.linkTo(id);
      return [
        withItems(breaches, (fitting) => budgetsCrossedView(monitor, event, { breaches: fitting, link })),
      ];
    });
  }

  private linkTo(id: number): string {
    return this.events.linkTo(`monitors/${String(id)}`);
  }
}
