import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatabaseSession } from '../database/database-session.js';
import { CleanUpQueueJob } from './clean-up-queue.job.js';
import { JobLocksRepository } from './job-locks.repository.js';
import { JobTakeover } from './job-takeover.service.js';
import { JobQueue } from './job-queue.js';
import { JobRunner } from './job-runner.js';
import { QueueMetrics } from './queue-metrics.js';
import { RunningJob } from './running-job.entity.js';
import { RunningJobsRepository } from './running-jobs.repository.js';
import { SingleJobs } from './single-jobs.service.js';
import { Supervision } from './supervision.js';

@Global()
@Module({
  imports: [DiscoveryModule, TypeOrmModule.forFeature([RunningJob])],
  providers: [
    DatabaseSession,
    JobLocksRepository,
    JobTakeover,
    JobQueue,
    JobRunner,
    QueueMetrics,
    RunningJobsRepository,
    SingleJobs,
    Supervision,
    CleanUpQueueJob,
  ],
  exports: [DatabaseSession, JobQueue, JobRunner, Supervision],
})
export class QueueModule {}
