import { JobReference } from '../../platform/queue/job.js';
import { type CrawlId } from '../crawls.repository.js';

/** Queues the next pages of a crawl. */
export const ADVANCE_CRAWL = new JobReference<CrawlId>('advance-crawl', true);

/** Makes one job of a crawl at a time enough. */
export function turnOf({ accountId, id }: CrawlId): { payload: CrawlId; key: string; queue: string } {
  const name = `${String(accountId)}:${String(id)}`;
  return { payload: { accountId, id }, key: name, queue: name };
}
