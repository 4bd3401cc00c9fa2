import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { retryAt } from '../../basics/retry-after.js';
import { Database, type Transaction } from '../../platform/database/database.js';
import { type Crawl } from '../crawl.entity.js';
import { CrawlHostsRepository, type TakenTurn } from './crawl-hosts.repository.js';
import { CrawlPagesRepository } from '../pages/crawl-pages.repository.js';
import { type CrawlAudit, QueuedPagesRepository } from './queued-pages.repository.js';
import { type CrawlPage } from '../pages/crawl-page.entity.js';
import { CrawlTurns } from './crawl-turns.service.js';
import { CrawlsRepository } from '../crawls.repository.js';

const FIRST_PACE_MS = 1000;
const MAX_PACE_MS = 60_000;
/** Pages that load before a crawl goes faster again. */
const PAGES_TO_RECOVER = 20;
const MAX_RETRY_AFTER_MS = 600_000;
/** An audit holds a place of its worker while it waits for its turn at the host. */
const MAX_WAIT_MS = 1000;

/** A page that begins. */
export interface PageTurn {
  /** The pace of its crawl, in milliseconds. */
  readonly paceMs: number;
  /** How often it was tried before. */
  readonly tries: number;
}

/** Keeps time between the beginnings of the pages of a host. */
@Injectable()
export class CrawlPace {
  constructor(
    private readonly database: Database,
    private readonly crawls: CrawlsRepository,
    private readonly pages: CrawlPagesRepository,
    private readonly queued: QueuedPagesRepository,
    private readonly hosts: CrawlHostsRepository,
    private readonly turns: CrawlTurns,
  ) {}

  /** Waits until a page may begin.
   *  @param hasBegun whether it has been loaded before, without a browser or by a worker that died: it goes on at once
   *  @returns null: its report is not wanted any more, or its crawl will queue
   *    another one later */
  async turnOf(audit: CrawlAudit, hasBegun: boolean): Promise<PageTurn | null> {
    for (;;) {
      const crawl = await this.crawls.find(audit.accountId, audit.crawlId);
      const tries = crawl?.status === 'running' ? await this.queued.triesOf(audit) : null;
      if (!crawl || tries === null) {
        if (crawl) await this.database.transaction((tx) => this.giveBack(tx, crawl));
        return null;
      }
      const waitMs = hasBegun ? 0 : await this.take(crawl);
      if (waitMs === 0) return { paceMs: crawl.paceMs, tries };
      if (waitMs > MAX_WAIT_MS) {
        await this.putBack(crawl, audit, waitMs);
        return null;
      }
      await sleep(waitMs);
    }
  }

  /** After a page was refused. Pages that are refused at the same time slow a crawl down once, and so does one that is
   *  refused again and again.
   *  @param begunAtMs the pace at which the page began */
  async slowDown(
    tx: Transaction,
    crawl: Crawl,
    { tries }: Pick<CrawlPage, 'tries'>,
    { retryAfter, begunAtMs }: { readonly retryAfter: string | null; readonly begunAtMs: number },
  ): Promise<void> {
    const isAtPace = begunAtMs >= crawl.paceMs && tries === 0;
    const slower = Math.min(MAX_PACE_MS, Math.max(FIRST_PACE_MS, 2 * crawl.paceMs));
    const paceMs = isAtPace ? slower : crawl.paceMs;
    const loadedAtPace = tries === 0 ? 0 : crawl.loadedAtPace;
    const refusedInRow = crawl.refusedInRow + (isAtPace ? 1 : 0);
    await this.crawls.update(tx, crawl, { paceMs, loadedAtPace, refusedInRow });
    const now = new Date();
    const askedMs = (retryAt(retryAfter ?? '', now) ?? Number(now)) - Number(now);
    await this.hosts.postpone(crawl.host, Math.max(paceMs, Math.min(MAX_RETRY_AFTER_MS, askedMs)), tx);
  }

  /** After a page was loaded: a crawl that was slowed down goes twice as fast after {@link PAGES_TO_RECOVER} of them.
   *  @param leastMs its pace when it began */
  async speedUp(tx: Transaction, crawl: Crawl, leastMs: number): Promise<void> {
    const fastest = Math.max(FIRST_PACE_MS, leastMs);
    if (crawl.paceMs <= fastest) return;
    const loadedAtPace = crawl.loadedAtPace + 1;
    const paceMs = Math.max(fastest, Math.ceil(crawl.paceMs / 2));
    if (loadedAtPace < PAGES_TO_RECOVER) await this.crawls.count(tx, crawl, { loadedAtPace });
    else await this.crawls.update(tx, crawl, { paceMs, loadedAtPace: 0 });
  }

  /** Lets the next page of a host be queued at once, because one that was queued will not begin. */
  async giveBack(tx: Transaction, crawl: Crawl): Promise<void> {
    await this.hosts.endLease(tx, crawl);
    for (const open of await this.crawls.open(crawl.host, tx)) await this.turns.now(open, tx);
  }

  /** Takes the turn of a page. Then the crawls of the host may queue others when it is their turn.
   *  @returns 0 if it begins, or else milliseconds until it may */
  private async take(crawl: Crawl): Promise<number> {
    const { waitMs, hasPace } =
      crawl.paceMs === 0 ? await this.hosts.takeTurn(crawl) : await this.begin(crawl);
    if (waitMs > 0 || !hasPace) return waitMs;
    for (const turn of await this.hosts.turns(crawl.host)) await this.turns.later(turn, turn.waitMs);
    // The page is requested now: what was done since its turn took a moment.
    await this.database.transaction((tx) => this.hosts.begin(crawl, tx));
    return 0;
  }

  private begin(crawl: Crawl): Promise<TakenTurn> {
    return this.database.transaction(async (tx) => {
      await this.crawls.lock(tx, crawl);
      const turn = await this.hosts.takeTurn(crawl, tx);
      if (turn.waitMs > 0) return turn;
      await this.hosts.begin(crawl, tx);
      await this.hosts.endLease(tx, crawl);
      return turn;
    });
  }

  private async putBack(crawl: Crawl, { pageId, reportId }: CrawlAudit, waitMs: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.crawls.lock(tx, crawl);
      const page = await this.pages.find(tx, crawl, pageId);
      if (page?.state !== 'queued' || page.reportId !== reportId) return;
      await this.pages.update(tx, page, { state: 'waiting', reportId: null });
      if (page.tries === 0) await this.crawls.count(tx, crawl, { visited: -1 });
      await this.giveBack(tx, crawl);
      await this.turns.later(crawl, waitMs, tx);
    });
  }
}
