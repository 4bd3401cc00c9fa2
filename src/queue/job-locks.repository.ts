import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { DatabaseSession, DEAD_AMONG } from '../database/database-session.js';

/** Tells which workers are dead, and unlocks their jobs. */
@Injectable()
export class JobLocksRepository {
  constructor(
    private readonly database: Database,
    private readonly session: DatabaseSession,
  ) {}

  /** Which of these names no live process holds. None until the session of this process has been connected for some
   *  seconds: after an outage, the others may not have taken their locks again yet. */
  async deadAmong(names: readonly string[]): Promise<string[]> {
    if (names.length === 0 || !this.session.isSettled) return [];
    const rows = await this.database.rows<{ name: string }>({ text: DEAD_AMONG }, [names]);
    return rows.map(({ name }) => name);
  }

  /** The library itself would wait for hours. */
  async unlockDead(): Promise<void> {
    const rows = await this.database.rows<{ locked_by: string }>(
      { text: 'SELECT DISTINCT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL' },
      [],
    );
    const dead = await this.deadAmong(rows.map((row) => row.locked_by));
    if (dead.length === 0) return;
    await this.database.rows({ text: 'SELECT graphile_worker.force_unlock_workers($1)' }, [dead]);
  }
}
