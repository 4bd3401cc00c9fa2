import { Global, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '../database/database.js';
import { DatabaseSession } from '../database/database-session.js';
import { JobLocksRepository } from './job-locks.repository.js';
import { JobQueue } from './job-queue.repository.js';
import { JobRunner } from './job-runner.js';
import { Supervision } from './supervision.js';
import { WorkerMetrics } from './worker-metrics.js';

@Global()
@Module({
  providers: [DatabaseSession, JobLocksRepository, JobQueue, JobRunner, Supervision, WorkerMetrics],
  exports: [DatabaseSession, JobQueue, JobRunner, Supervision],
})
export class QueueModule implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly session: DatabaseSession,
  ) {}

  onApplicationBootstrap(): void {
    void this.database.whenReady().then(() => {
      this.session.open();
    });
  }
}
