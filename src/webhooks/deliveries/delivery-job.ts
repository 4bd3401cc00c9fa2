import { JobReference } from '../../platform/queue/job.js';

/** The webhook that a job delivers to. */
export interface DeliverTo {
  readonly accountId: number;
  readonly webhookId: number;
}

/** Delivers the events of one webhook. */
export const DELIVER_EVENTS = new JobReference<DeliverTo>('deliver-events', {
  isUrgent: true,
  isSingle: true,
});

/** Has some of a webhook's deliveries sent again. */
export const REPLAY_DELIVERIES = new JobReference<DeliverTo>('replay-deliveries', { isSingle: true });
