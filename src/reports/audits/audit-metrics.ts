import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import { type Result } from '../../engine/audit/score.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { type RenderErrorCode } from '../../engine/rendering/render-error.js';
import { PendingAuditsRepository, type QueueDepth } from './pending-audits.repository.js';

/** How an audit ended. */
export type AuditOutcome = Result | 'not_loaded' | 'failed';

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30];

@Injectable()
export class AuditMetrics {
  private readonly durations: Histogram<'outcome'>;
  private readonly renderings: Counter<'outcome'>;

  constructor({ registry }: Metrics, pending: PendingAuditsRepository) {
    this.durations = new Histogram({
      name: 'pagegrade_audit_duration_seconds',
      help: 'Duration of audits by outcome, from the claim to the stored report.',
      labelNames: ['outcome'],
      buckets: SECONDS,
      registers: [registry],
    });
    this.renderings = new Counter({
      name: 'pagegrade_renderings_total',
      help: 'Pages that a browser was to render, by outcome: rendered, or the code of the error.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    let reading: Promise<QueueDepth | null> | null = null;
    // For both gauges, which are collected at once.
    const depthNow = () =>
      (reading ??= pending
        .depth()
        .catch(() => null)
        .finally(() => (reading = null)));
    new Gauge({
      name: 'pagegrade_queue_oldest_seconds',
      help: 'Age of the oldest queued audit.',
      registers: [registry],
      async collect() {
        const depth = await depthNow();
        if (depth) this.set(depth.oldest_seconds);
        else this.remove();
      },
    });
    new Gauge({
      name: 'pagegrade_queue_depth',
      help: 'Queued and running audits, on all workers; waiting_for_browser: queued ones that a browser renders.',
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        const depth = await depthNow();
        this.reset();
        if (!depth) return;
        this.set({ state: 'waiting' }, depth.waiting);
        this.set({ state: 'running' }, depth.running);
        this.set({ state: 'waiting_for_browser' }, depth.waiting_for_browser);
      },
    });
  }

  countRendering(outcome: RenderErrorCode | 'rendered'): void {
    this.renderings.inc({ outcome });
  }

  count(outcome: AuditOutcome, durationMs: number): void {
    this.durations.observe({ outcome }, durationMs / 1000);
  }
}
