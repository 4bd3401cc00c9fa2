import { JobReference } from '../platform/queue/job.js';

/** The webhook that a job delivers to. */
export interface DeliverTo {
  readonly accountId: number;
  readonly webhookId: number;
}

/** Delivers the events of one webhook. */
export const DELIVER_EVENTS = new JobReference<DeliverTo>('deliver-events', true);

/** Has some of a webhook's deliveries sent again. */
export const REPLAY_DELIVERIES = new JobReference<DeliverTo>('replay-deliveries');

/** Makes the jobs of a webhook one after the other, and one of them enough. */
export function turnOf({ accountId, webhookId }: DeliverTo): { key: string; queue: string } {
  const name = `${String(accountId)}:${String(webhookId)}`;
  return { key: name, queue: name };
}
