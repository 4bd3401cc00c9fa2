import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { DatabaseSession } from '../database/database-session.js';
import { JobLocksRepository } from './job-locks.repository.js';

/** Finds the dead among the workers of all processes. */
@Injectable()
export class JobTakeover {
  private suspects = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly session: DatabaseSession,
    private readonly locks: JobLocksRepository,
  ) {}

  /** Unlocks the jobs of dead workers, so that others take them over; graphile-worker itself would wait for 4 hours. A
   *  worker is dead if nobody holds its advisory lock, now and at the last look: a new one locks jobs a moment before.
   *  None is until our own session has settled: after an outage, others may not have their locks back yet. */
  async run(): Promise<void> {
    const unheld = await this.locks.ofUnheld();
    const dead = unheld.filter((id) => this.session.isSettled && this.suspects.has(id));
    this.suspects = new Set(unheld);
    if (dead.length > 0) await this.database.transaction((tx) => this.locks.unlock(tx, dead));
  }
}
