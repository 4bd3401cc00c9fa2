import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { counted } from '../../basics/quantities.js';
import { Database } from './database.js';
import { type DatabaseUnavailable } from './database-errors.js';

const LOOK_MS = 500;

/** Logs when the database becomes unavailable and when it is back, in place of an error for each request. */
@Injectable()
export class DatabaseOutage implements OnApplicationShutdown {
  private readonly logger = new Logger(DatabaseOutage.name);
  private readonly closing = new AbortController();
  private refused = 0;
  private isOpen = false;

  constructor(private readonly database: Database) {}

  /** Counts a request that was refused with this error. */
  refuse(error: DatabaseUnavailable): void {
    this.refused += 1;
    if (!this.isOpen) void this.watch(error);
  }

  onApplicationShutdown(): void {
    this.closing.abort();
  }

  private async watch({ cause }: DatabaseUnavailable): Promise<void> {
    this.isOpen = true;
    const start = performance.now();
    const reason = cause instanceof Error ? cause.message : 'not connected yet';
    this.logger.error(`The database is unavailable, so requests are refused with 503: ${reason}`);
    const { signal } = this.closing;
    do await sleep(LOOK_MS, undefined, { ref: false, signal }).catch(() => undefined);
    while (!signal.aborted && !(await this.database.serves()));
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const requests = counted(this.refused, 'request was', 'requests were');
    if (!signal.aborted)
      this.logger.warn(`The database is available again after ${seconds} s. ${requests} refused.`);
    this.refused = 0;
    this.isOpen = false;
  }
}
