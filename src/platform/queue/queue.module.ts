import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DatabaseSession } from '../database/database-session.js';
import { CleanUpQueueJob } from './clean-up-queue.job.js';
import { JobLocksRepository } from './job-locks.repository.js';
import { JobQueue } from './job-queue.js';
import { JobRunner } from './job-runner.js';
import { QueueMetrics } from './queue-metrics.js';
import { Supervision } from './supervision.js';

@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    DatabaseSession,
    JobLocksRepository,
    JobQueue,
    JobRunner,
    QueueMetrics,
    Supervision,
    CleanUpQueueJob,
  ],
  exports: [DatabaseSession, JobQueue, JobRunner, Supervision],
})
export class QueueModule {}
