import { JobReference } from '../platform/queue/job.js';

/** Runs the monitors that are due. */
export const RUN_MONITORS = new JobReference<Record<string, never>>('run-monitors', true);

/** One scheduler at a time, on all workers. */
export const SCHEDULER = { key: 'scheduler', queue: 'scheduler', payload: {} };

/** A monitor whose breach has to be confirmed. */
export interface ToConfirm {
  readonly accountId: number;
  readonly monitorId: number;
}

/** Audits the page of a monitor a second time. */
export const CONFIRM_BREACH = new JobReference<ToConfirm>('confirm-breach', true);

/** Makes one job of a monitor enough. */
export function confirmationOf({ accountId, monitorId }: ToConfirm): { payload: ToConfirm; key: string } {
  return { payload: { accountId, monitorId }, key: `${String(accountId)}:${String(monitorId)}` };
}
