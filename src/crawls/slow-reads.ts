import { Injectable } from '@nestjs/common';
import { AccountTurns } from '../basics/account-turns.js';
import { DomainError } from '../platform/errors/domain-error.js';

/** Who reads a crawl: its account, or anyone who has the address of its page. */
export type CrawlReader = 'account' | 'visitors';

/** Too many crawls are being read. */
class CrawlsBusy extends DomainError {
  constructor() {
    super('service_unavailable', 'Too many crawls are being read. Try again in a moment.');
  }
}

/** What takes PostgreSQL long to tell of a crawl: so few at once that most connections stay free for the rest. The visitors
 *  of an account's pages have turns of their own. */
@Injectable()
export class SlowReads {
  private readonly turns = new AccountTurns({
    slots: 4,
    maxWaiting: 50,
    waitMs: 5000,
    busy: () => new CrawlsBusy(),
  });

  /** @throws CrawlsBusy, and what the work throws */
  async take<T>(accountId: number, reader: CrawlReader, work: () => Promise<T>): Promise<T> {
    return this.turns.take(reader === 'visitors' ? -accountId : accountId, work);
  }
}
