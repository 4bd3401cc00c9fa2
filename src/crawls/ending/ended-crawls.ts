import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { setMaxListeners } from 'node:events';
import { type CrawlId, CrawlsRepository } from '../crawls.repository.js';

const LOOK_MS = 500;
/** After the beginning of its last page, how long a crawl is still looked at: longer than an audit takes. */
const FORGET_MS = 300_000;

interface Watched {
  readonly crawl: CrawlId;
  readonly controller: AbortController;
  usedAtMs: number;
}

/** Stops the surveys and audits of crawls that were cancelled or deleted, on every worker. */
@Injectable()
export class EndedCrawls implements OnApplicationShutdown {
  private readonly logger = new Logger(EndedCrawls.name);
  private readonly watched = new Map<string, Watched>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly crawls: CrawlsRepository) {}

  /** Aborted soon after the crawl is over. */
  signalOf(crawl: CrawlId): AbortSignal {
    const key = `${String(crawl.accountId)}:${String(crawl.id)}`;
    const known = this.watched.get(key);
    const watched = known ?? { crawl, controller: new AbortController(), usedAtMs: 0 };
    watched.usedAtMs = performance.now();
    if (!known) {
      setMaxListeners(0, watched.controller.signal);
      this.watched.set(key, watched);
      this.timer ??= setTimeout(() => void this.look(), LOOK_MS).unref();
    }
    return watched.controller.signal;
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  private async look(): Promise<void> {
    // Crawls that begin during the query are not in its answer.
    const watched = [...this.watched];
    try {
      const open = await this.crawls.openAmong(watched.map(([, { crawl }]) => crawl));
      const ids = new Set(open.map(({ accountId, id }) => `${String(accountId)}:${String(id)}`));
      for (const [key, { controller, usedAtMs }] of watched) {
        const isOver = !ids.has(key);
        if (isOver) controller.abort(new Error('The crawl is over'));
        if (isOver || performance.now() - usedAtMs > FORGET_MS) this.watched.delete(key);
      }
    } catch (error) {
      this.logger.debug({ msg: 'Crawls could not be looked at.', err: error });
    }
    this.timer = this.watched.size > 0 ? setTimeout(() => void this.look(), LOOK_MS).unref() : undefined;
  }
}
