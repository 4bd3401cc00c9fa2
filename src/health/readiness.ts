import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

/** Whether load balancers may send requests here. */
@Injectable()
export class Readiness {
  private isEnding = false;

  constructor(private readonly database: Database) {}

  get isDraining(): boolean {
    return this.isEnding;
  }

  /** From now on load balancers are sent away; who comes all the same is served. */
  drain(): void {
    this.isEnding = true;
  }

  /** Why requests can't be served now; null when they can. */
  async fault(): Promise<string | null> {
    return this.isEnding ? 'The process is ending.' : this.database.fault();
  }
}
