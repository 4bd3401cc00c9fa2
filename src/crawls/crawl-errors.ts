import { DomainError } from '../platform/errors/domain-error.js';

export class CrawlNotFound extends DomainError {
  constructor() {
    super('not_found', 'This account has no such crawl. GET /api/v1/crawls lists all.');
  }
}

export class FindingNotFound extends DomainError {
  constructor() {
    super(
      'not_found',
      'There is no such finding of crawls. GET /api/v1/crawls/{id}/findings lists those of a crawl.',
    );
  }
}
