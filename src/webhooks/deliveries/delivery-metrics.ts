import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import { Metrics } from '../../platform/metrics/metrics.js';
import { DeliveriesRepository } from './deliveries.repository.js';

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

@Injectable()
export class DeliveryMetrics {
  private readonly attempts: Counter<'outcome'>;
  private readonly lag: Histogram;

  constructor({ registry }: Metrics, deliveries: DeliveriesRepository) {
    this.attempts = new Counter({
      name: 'pagegrade_delivery_attempts_total',
      help: 'Attempts to deliver an event to a webhook, by outcome: succeeded or failed.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    this.lag = new Histogram({
      name: 'pagegrade_delivery_lag_seconds',
      help: 'Time from an event to the first attempt to deliver it.',
      buckets: SECONDS,
      registers: [registry],
    });
    new Gauge({
      name: 'pagegrade_deliveries_overdue',
      help: 'Deliveries whose attempt has been due for more than a minute, of all workers; counted up to 10,000.',
      registers: [registry],
      async collect() {
        const overdue = await deliveries.countOverdue().catch(() => null);
        if (overdue === null) this.remove();
        else this.set(overdue);
      },
    });
  }

  count(outcome: 'succeeded' | 'failed'): void {
    this.attempts.inc({ outcome });
  }

  observeLag(ms: number): void {
    this.lag.observe(ms / 1000);
  }
}
