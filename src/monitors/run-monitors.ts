import { JobReference } from '../queue/job.js';

/** Runs the monitors that are due. */
export const RUN_MONITORS = new JobReference<{ readonly isScheduler?: boolean }>('run-monitors', true);

/** One scheduler at a time, on all workers. */
export const SCHEDULER = { key: 'scheduler', queue: 'scheduler', payload: { isScheduler: true } } as const;

/** Audits the page of a monitor a second time. */
export const CONFIRM_BREACH = new JobReference<{ readonly accountId: number; readonly monitorId: number }>(
  'confirm-breach',
  true,
);
