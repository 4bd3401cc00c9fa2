import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Metrics } from '../metrics/metrics.js';
import { Supervision } from './supervision.js';

/** What a worker tells Prometheus of itself. */
@Injectable()
export class WorkerMetrics {
  constructor({ registry }: Metrics, supervision: Supervision) {
    new Gauge({
      name: 'pagegrade_worker_last_poll_timestamp_seconds',
      help: 'When this worker last asked the database for jobs and left no due job lying; absent where it does not work.',
      registers: [registry],
      collect() {
        if (supervision.lastPollAt === null) this.remove();
        else this.set(supervision.lastPollAt.getTime() / 1000);
      },
    });
  }
}
