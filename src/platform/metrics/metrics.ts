import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Histogram, register, Registry } from 'prom-client';
import { Database } from '../database/database.js';
import { VERSION } from '../../basics/version.js';

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Prometheus metrics of this process. Features add their own to {@link registry}. */
@Injectable()
export class Metrics {
  readonly registry = Registry.merge([processMetrics()]);
  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by method, route template and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers: [this.registry],
  });

  constructor(database: Database) {
    new Gauge({
      name: 'pagegrade_build_info',
      help: 'Versions of Pagegrade and Node.js.',
      labelNames: ['version', 'node'],
      registers: [this.registry],
    }).set({ version: VERSION, node: process.versions.node }, 1);
    new Gauge({
      name: 'pagegrade_database_connections',
      help: 'Connections of the pool by state; waiting: requests waiting for a connection.',
      labelNames: ['state'],
      registers: [this.registry],
      collect() {
        const { total, idle, waiting } = database.connections;
        this.set({ state: 'busy' }, total - idle);
        this.set({ state: 'idle' }, idle);
        this.set({ state: 'waiting' }, waiting);
      },
    });
  }

  countRequest(labels: { method: string; route: string; status: number }, seconds: number): void {
    this.requests.observe(labels, seconds);
  }
}

/** Node.js measures a process once, however many applications run in it. */
function processMetrics(): Registry {
  if (register.getMetricsAsArray().length === 0) collectDefaultMetrics();
  return register;
}
