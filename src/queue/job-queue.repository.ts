import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database } from '../database/database.js';

const ADD = `SELECT graphile_worker.add_job($1, '{}'::json, job_key => $2, max_attempts => 1000)`;

/** Asks workers for work. */
@Injectable()
export class JobQueue {
  constructor(private readonly database: Database) {}

  /** Has a job run as soon as the transaction is committed. Of jobs with the same key that have not begun yet there
   *  is one. */
  async add(name: string, key: string, manager?: EntityManager): Promise<void> {
    if (manager) await manager.query(ADD, [name, key]);
    else await this.database.rows({ text: ADD }, [name, key]);
  }
}
