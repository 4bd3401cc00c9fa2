import { Injectable } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { Metrics } from '../../platform/metrics/metrics.js';

const SECONDS = [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600];

@Injectable()
export class MonitorMetrics {
  private readonly lateness: Histogram;

  constructor({ registry }: Metrics) {
    this.lateness = new Histogram({
      name: 'pagegrade_monitor_lateness_seconds',
      help: 'How much later than they were due monitors have run.',
      buckets: SECONDS,
      registers: [registry],
    });
  }

  observeLateness(ms: number): void {
    this.lateness.observe(Math.max(0, ms) / 1000);
  }
}
