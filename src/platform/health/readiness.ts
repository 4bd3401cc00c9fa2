import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

/** Whether load balancers may send requests to this process. */
@Injectable()
export class Readiness {
  private isDraining = false;

  constructor(private readonly database: Database) {}

  /** Makes the readiness check fail from now on. Requests are still served. */
  drain(): void {
    this.isDraining = true;
  }

  /** Why the process is not ready; null if it is. */
  async fault(): Promise<string | null> {
    return this.isDraining ? 'The process is shutting down.' : this.database.fault();
  }
}
