import { JobReference } from '../../platform/queue/job.js';
import { type CrawlId } from '../crawls.repository.js';

/** Queues the next pages of a crawl. */
export const ADVANCE_CRAWL = new JobReference<CrawlId>('advance-crawl', { isUrgent: true, isSingle: true });

export function turnOf({ accountId, id }: CrawlId): { payload: CrawlId } {
  return { payload: { accountId, id } };
}
