import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, register, Registry } from 'prom-client';
import { Database } from '../database/database.js';
import { VERSION } from '../../basics/version.js';

/** Prometheus metrics of this process. Features add their own to {@link registry}. */
@Injectable()
export class Metrics {
  readonly registry = Registry.merge([processMetrics()]);

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
}

/** Node.js measures a process once, however many applications run in it. */
function processMetrics(): Registry {
  if (register.getMetricsAsArray().length === 0) collectDefaultMetrics();
  return register;
}
