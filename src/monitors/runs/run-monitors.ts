import { JobReference } from '../../platform/queue/job.js';

/** Runs the monitors that are due. */
export const RUN_MONITORS = new JobReference<Record<string, never>>('run-monitors', {
  isUrgent: true,
  isSingle: true,
});

/** A monitor whose breach has to be confirmed. */
export interface ToConfirm {
  readonly accountId: number;
  readonly monitorId: number;
}

/** Audits the page of a monitor a second time. */
export const CONFIRM_BREACH = new JobReference<ToConfirm>('confirm-breach', {
  isUrgent: true,
  isSingle: true,
});
