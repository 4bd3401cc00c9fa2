import { Injectable } from '@nestjs/common';
import { Gauge, Histogram } from 'prom-client';
import { Metrics } from '../metrics/metrics.js';
import { Supervision } from './supervision.js';

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60];

@Injectable()
export class QueueMetrics {
  private readonly durations: Histogram<'job' | 'outcome'>;
  private readonly failuresByJob = new Map<string, number>();

  constructor({ registry }: Metrics, supervision: Supervision) {
    this.durations = new Histogram({
      name: 'pagegrade_job_duration_seconds',
      help: 'Duration of jobs by name and outcome: completed or failed.',
      labelNames: ['job', 'outcome'],
      buckets: SECONDS,
      registers: [registry],
    });
    const { failuresByJob } = this;
    new Gauge({
      name: 'pagegrade_job_failures_in_a_row',
      help: 'How often a job has failed in this process since it last completed, by name.',
      labelNames: ['job'],
      registers: [registry],
      collect() {
        for (const [job, failures] of failuresByJob) this.set({ job }, failures);
      },
    });
    new Gauge({
      name: 'pagegrade_worker_last_poll_timestamp_seconds',
      help: 'When this worker last polled the queue and left no due job lying; absent if it is not working.',
      registers: [registry],
      collect() {
        if (supervision.lastPollAt === null) this.remove();
        else this.set(supervision.lastPollAt.getTime() / 1000);
      },
    });
  }

  /** How often the job has failed in this process since it last completed. */
  failuresOf(job: string): number {
    return this.failuresByJob.get(job) ?? 0;
  }

  async measure(job: string, work: () => Promise<void>): Promise<void> {
    const end = this.durations.startTimer({ job });
    try {
      await work();
      end({ outcome: 'completed' });
      this.failuresByJob.set(job, 0);
    } catch (error) {
      end({ outcome: 'failed' });
      this.failuresByJob.set(job, this.failuresOf(job) + 1);
      throw error;
    }
  }
}
