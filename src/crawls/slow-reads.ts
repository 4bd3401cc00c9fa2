import { Injectable } from '@nestjs/common';
import { AccountTurns } from '../basics/account-turns.js';
import { DomainError } from '../platform/errors/domain-error.js';

/** Too many crawls are being read. */
class CrawlsBusy extends DomainError {
  constructor() {
    super('service_unavailable', 'Too many crawls are being read. Try again in a moment.');
  }
}

/** What takes PostgreSQL long to tell of a crawl: so few at once that most connections stay free for the rest. */
@Injectable()
export class SlowReads extends AccountTurns {
  constructor() {
    super({ slots: 4, maxWaiting: 50, waitMs: 5000, busy: () => new CrawlsBusy() });
  }
}
