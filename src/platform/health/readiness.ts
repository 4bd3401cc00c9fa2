import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

/** Whether load balancers may send requests to this process. */
@Injectable()
export class Readiness {
  private draining = false;

  constructor(private readonly database: Database) {}

  get isDraining(): boolean {
    return this.draining;
  }

  /** Makes the readiness check fail from now on. Requests are still served. */
  drain(): void {
    this.draining = true;
  }

  /** Why the process is not ready; null if it is. */
  async fault(): Promise<string | null> {
    return this.draining ? 'The process is shutting down.' : this.database.fault();
  }
}
