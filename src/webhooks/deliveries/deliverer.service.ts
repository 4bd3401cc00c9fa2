import { Inject, Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { type Clock, Database } from '../../platform/database/database.js';
import { FairShare } from '../../basics/fair-share.js';
import { loadErrorFrom } from '../../engine/page-loader/load-error.js';
import { PageLoader } from '../../engine/page-loader/page-loader.js';
import { type Receipt, type Sender } from '../../engine/page-loader/sender.js';
import { type JobRun } from '../../platform/queue/job.js';
import { UsageRepository } from '../../account/usage/usage.repository.js';
import { type AttemptResult, DeliveriesRepository, type DueDelivery } from './deliveries.repository.js';
import { type DeliverTo } from './delivery-job.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { type Attempt } from './delivery.entity.js';
import { judgeEndpoint } from '../endpoint.js';
import { nextAttemptAt, pauseUntil } from './retry-schedule.js';
import { signedHeaders } from './signature.js';
import { type Webhook } from '../webhook.entity.js';
import { WebhooksRepository } from '../webhooks.repository.js';
import { WebhooksService } from '../webhooks.service.js';

const IN_FLIGHT = 2;
const READ_AT_ONCE = 20;
const FRESH_MS = 250;
/** No attempt begins later in a turn; then other webhooks get theirs. */
const TURN_MS = 10_000;
const GONE = 410;
const FAILING_DAYS = 5;
/** Without an attempt for so long, nobody knows whether an endpoint would still have failed: longer than the time between
 *  two attempts. */
const IDLE_MS = 60 * 3_600_000;

interface Claimed {
  /** @param attempt returns whether it succeeded */
  readonly attempt: (attempt: (delivery: DueDelivery) => Promise<boolean>) => Promise<boolean>;
}

/** Delivers what is due, two events of a webhook at a time. Places of this process are shared fairly among accounts, so
 *  that endpoints that don't answer delay nobody else. */
@Injectable()
export class Deliverer {
  private readonly places = new FairShare(this.config.deliveryConcurrency);

  constructor(
    private readonly database: Database,
    private readonly loader: PageLoader,
    private readonly deliveries: DeliveriesRepository,
    private readonly webhooks: WebhooksRepository,
    private readonly service: WebhooksService,
    private readonly usage: UsageRepository,
    private readonly metrics: DeliveryMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @returns when the webhook's next turn is due; `soon`: its account has no free place; null: when there is another event */
  async deliverDue(webhook: DeliverTo, { stopping, signal }: JobRun): Promise<Date | 'soon' | null> {
    const release = this.places.tryTake(webhook.accountId);
    if (!release) return 'soon';
    const sender = this.loader.sender(webhook.accountId, signal);
    try {
      if (await this.endIfDisabled(webhook)) return null;
      const endsAt = performance.now() + TURN_MS;
      const mayBegin = () => !stopping.aborted && performance.now() < endsAt;
      const claim = this.claimer(webhook);
      const context = { sender, signal, clock: await this.database.clock() };
      let delivered = 0;
      const lane = async () => {
        for (let claimed = await claim(); claimed; claimed = mayBegin() ? await claim() : null)
          if (await claimed.attempt((delivery) => this.attempt(delivery, context))) delivered += 1;
      };
      const lanes = await Promise.allSettled(Array.from({ length: IN_FLIGHT }, lane));
      await this.countDelivered(webhook.accountId, delivered);
      const failed = lanes.find((ended) => ended.status === 'rejected');
      if (failed) throw failed.reason;
    } finally {
      await sender.close();
      release();
    }
    return this.deliveries.nextAttemptAt(webhook);
  }

  /** Claims the webhook's deliveries in turn, each for one attempt. They are read a few at a time, and read again if they
   *  had to wait, because the webhook may have been changed, and after one that failed, because the webhook may be paused or
   *  disabled by it. */
  private claimer(webhook: DeliverTo): () => Promise<Claimed | null> {
    const inFlight = new Set<number>();
    const oneAtATime = pLimit(1);
    let read: DueDelivery[] = [];
    let readAt = 0;
    let failures = 0;
    const readAgain = async (): Promise<void> => {
      const before = failures;
      read = await this.deliveries.due(webhook, { except: [...inFlight], limit: READ_AT_ONCE });
      readAt = performance.now();
      if (failures > before) await readAgain();
    };
    return () =>
      oneAtATime(async () => {
        if (read.length === 0 || performance.now() - readAt > FRESH_MS) await readAgain();
        const delivery = read.shift();
        if (!delivery) return null;
        inFlight.add(delivery.id);
        return {
          attempt: async (attempt) => {
            const hasSucceeded = await attempt(delivery).finally(() => inFlight.delete(delivery.id));
            if (!hasSucceeded) {
              failures += 1;
              read = [];
            }
            return hasSucceeded;
          },
        };
      });
  }

  /** @returns whether it succeeded */
  private async attempt(
    delivery: DueDelivery,
    {
      sender,
      signal,
      clock,
    }: { readonly sender: Sender; readonly signal: AbortSignal; readonly clock: Clock },
  ): Promise<boolean> {
    const { webhook, attempts } = delivery;
    const at = clock();
    if (attempts.length === 0) this.metrics.observeLag(at.getTime() - delivery.createdAt.getTime());
    const outcome = await this.post(delivery, sender, at);
    // It was cut off by us, and is attempted again by another worker.
    if (signal.aborted) return false;
    const { retryAfter, ...ended } = outcome;
    const attempt: Attempt = { at: at.toISOString(), ...ended };
    this.metrics.count(attempt.error === null ? 'succeeded' : 'failed');
    const now = clock();
    const paused = attempt.error === null ? null : pauseUntil(retryAfter, now);
    const next = attempt.error === null ? null : nextAttemptAt(delivery.failures + 1, now);
    const status = attempt.error === null ? 'succeeded' : next ? 'failing' : 'failed';
    const failingSince = attempt.error === null ? null : await this.failingSince(delivery, at);
    await this.record(delivery, { attempt, status, nextAttemptAt: next }, { failingSince, paused });
    if (attempt.statusCode === GONE) await this.service.disable(webhook, 'gone');
    else if (hasFailedLong(failingSince, now)) await this.service.disable(webhook, 'failing');
    return attempt.error === null;
  }

  /** When the attempts began that have failed since, of which this is one. */
  private async failingSince({ id, webhook, attempts }: DueDelivery, at: Date): Promise<Date> {
    const { failingSince } = webhook;
    if (failingSince === null || !hasFailedLong(failingSince, at)) return failingSince ?? at;
    const busySince = new Date(at.getTime() - IDLE_MS);
    const isOwnRecent = new Date(attempts.at(-1)?.at ?? 0) >= busySince;
    return isOwnRecent || (await this.deliveries.haveFailedSince(webhook, busySince, id)) ? failingSince : at;
  }

  /** Stores the end of an attempt, and what it says about the webhook.
   *  @param health since when its attempts have failed; null: this one succeeded. It is left alone while it is paused */
  private async record(
    delivery: DueDelivery,
    result: AttemptResult,
    {
      failingSince,
      paused: pausedUntil,
    }: { readonly failingSince: Date | null; readonly paused: Date | null },
  ): Promise<void> {
    const { webhook } = delivery;
    const isNews = failingSince?.getTime() !== webhook.failingSince?.getTime();
    if (!isNews && !pausedUntil) {
      await this.deliveries.record(delivery, result);
      return;
    }
    await this.database.transaction(async (tx) => {
      await this.deliveries.record(delivery, result, tx);
      await this.webhooks.storeHealth(tx, webhook, { failingSince, ...(pausedUntil && { pausedUntil }) });
    });
  }

  /** Fails the deliveries of a webhook that is disabled or deleted.
   *  @returns whether it is */
  private async endIfDisabled({ accountId, webhookId }: DeliverTo): Promise<boolean> {
    if ((await this.webhooks.find(accountId, webhookId))?.enabled) return false;
    for (;;) {
      const next = await this.database.transaction(async (tx) => {
        // What is sent after it was enabled again must not fail.
        if ((await this.webhooks.lock(tx, accountId, webhookId))?.enabled) return 'enabled';
        return (await this.deliveries.failSome(tx, { accountId, webhookId })) ? 'more' : 'ended';
      });
      if (next !== 'more') return next === 'ended';
    }
  }

  private async countDelivered(accountId: number, deliveries: number): Promise<void> {
    if (deliveries > 0)
      await this.database.transaction((tx) => this.usage.count(tx, accountId, null, { deliveries }));
  }

  private async post(
    { eventId: id, body, webhook }: DueDelivery,
    sender: Sender,
    at: Date,
  ): Promise<Omit<Attempt, 'at'> & Partial<Pick<Receipt, 'retryAfter'>>> {
    const judged = judgeEndpoint(webhook.url, this.config);
    if ('fault' in judged)
      return { statusCode: null, error: { code: 'blocked_address', detail: `url ${judged.fault}.` } };
    try {
      const signature = signedHeaders({ id, body }, secretsOf(webhook, at), at);
      const headers = { 'content-type': 'application/json', ...signature };
      const { status, retryAfter } = await sender.post(webhook.url, { headers, body });
      return { statusCode: status, error: errorOf(status), retryAfter };
    } catch (error) {
      const { code, message: detail } = loadErrorFrom(error);
      return { statusCode: null, error: { code, detail } };
    }
  }
}

/** null: the attempt succeeded. */
function errorOf(status: number): Attempt['error'] {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return {
      code: 'redirect',
      detail: `The endpoint responded with status ${String(status)}. Redirects are not followed: set url to their target.`,
    };
  return { code: 'http_error', detail: `The endpoint responded with status ${String(status)}.` };
}

function secretsOf({ secret, previousSecret, previousSecretUntil }: Webhook, at: Date): string[] {
  const isOverlapping = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > at;
  return isOverlapping ? [secret, previousSecret] : [secret];
}

function hasFailedLong(since: Date | null, now: Date): boolean {
  return since !== null && now.getTime() - since.getTime() >= FAILING_DAYS * 86_400_000;
}
