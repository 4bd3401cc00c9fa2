import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../platform/database/database.js';
import { type CrawlId } from '../crawls.repository.js';
import { type Fingerprint } from './near-duplicates.js';

const FINGERPRINTS = `SELECT min(id) AS id, simhash FROM crawl_pages
  WHERE account_id = $1 AND crawl_id = $2 AND state = 'completed' AND target_hash IS NULL AND is_indexable
    AND (canonical_hash IS NULL OR canonical_hash = url_hash) AND simhash IS NOT NULL
  GROUP BY content_hash, simhash ORDER BY 1`;

const NEAR = `UPDATE crawl_pages p SET near_id = u.near_id FROM unnest($3::bigint[], $4::bigint[]) AS u (id, near_id)
  WHERE p.account_id = $1 AND p.crawl_id = $2 AND p.id = u.id`;

/** Pages of crawls with nearly the same content. */
@Injectable()
export class NearDuplicatesRepository {
  constructor(private readonly database: Database) {}

  /** Contents of pages that searches may show, by their first address; equal ones once. */
  async fingerprints({ accountId, id }: CrawlId): Promise<Fingerprint[]> {
    return this.database.query<Fingerprint>(FINGERPRINTS, [accountId, id]);
  }

  /** @param nearIds the first page of its group by the id of each */
  async store(
    tx: Transaction,
    { accountId, id }: CrawlId,
    nearIds: ReadonlyMap<number, number>,
  ): Promise<void> {
    await tx.query(NEAR, [accountId, id, [...nearIds.keys()], [...nearIds.values()]]);
  }
}
