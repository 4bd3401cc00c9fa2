import { DomainError, refusal } from '../platform/errors/domain-error.js';

const RETRY_AFTER_S = 10;

export class CrawlNotFound extends refusal(
  'not_found',
  'This account has no such crawl. GET /api/v1/crawls lists all.',
) {}

export class FindingNotFound extends refusal(
  'not_found',
  'There is no such finding of crawls. GET /api/v1/crawls/{id}/findings lists those of a crawl.',
) {}

/** The crawl that another one is compared with. */
export class OtherCrawlNotFound extends refusal(
  'not_found',
  'There is no crawl with the id in "with". GET /api/v1/crawls lists your crawls; with=previous is the one before.',
) {}

/** A crawl is the first completed one of its website. */
export class PreviousCrawlNotFound extends refusal(
  'not_found',
  'There is no earlier completed crawl of the same website. Name the crawl to compare with: with=<id>.',
) {}

/** A crawl can't be compared. */
export class CrawlNotEnded extends DomainError {
  /** @param isFailed whether it has ended without visiting anything */
  constructor(id: number, isFailed: boolean) {
    const crawl = `Crawl ${String(id)}`;
    super(
      'crawl_not_ended',
      isFailed
        ? `${crawl} failed, so there is nothing to compare. Crawl the website again.`
        : `${crawl} is not over yet. Try again later; GET /api/v1/crawls/${String(id)} shows its progress.`,
      { retryAfterS: isFailed ? null : RETRY_AFTER_S },
    );
  }
}

/** A monitor has one crawl at a time. */
export class LastCrawlOpen extends DomainError {
  constructor(readonly id: number) {
    const crawl = `/api/v1/crawls/${String(id)}`;
    super(
      'conflict',
      `Crawl ${String(id)} of this monitor is not over yet. Wait for it (GET ${crawl} shows its progress), or cancel it: POST ${crawl}/cancel.`,
    );
  }
}
