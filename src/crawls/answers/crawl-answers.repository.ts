import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Repository } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { CrawlAnswer } from './crawl-answer.entity.js';
import { type CrawlId } from '../crawls.repository.js';

/** The lock keeps the crawl from being deleted, and its answers from being swept, in between. */
const STORE = `INSERT INTO crawl_answers (account_id, crawl_id, key_hash, answer)
  SELECT account_id, id, $3::bytea, $4::text FROM crawls WHERE account_id = $1 AND id = $2 FOR KEY SHARE
  ON CONFLICT`;

/** Crawls that have answers but are over, and so are the audits that were under way. Each crawl takes one look into the
 *  index, however many answers it has. */
const ENDED = `WITH RECURSIVE answered AS (
    (SELECT account_id, crawl_id FROM crawl_answers ORDER BY 1, 2 LIMIT 1)
    UNION ALL
    SELECT next.* FROM answered a, LATERAL (
      SELECT account_id, crawl_id FROM crawl_answers WHERE (account_id, crawl_id) > (a.account_id, a.crawl_id)
        ORDER BY 1, 2 LIMIT 1
    ) next
  )
  SELECT account_id AS "accountId", crawl_id AS "crawlId" FROM answered
    WHERE EXISTS (
      SELECT FROM crawls c WHERE c.account_id = answered.account_id AND c.id = crawl_id
        AND c.finished_at < now() - interval '10 minutes'
    )`;

type CrawlKey = Pick<CrawlAnswer, 'accountId' | 'crawlId'>;

@Injectable()
export class CrawlAnswersRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(CrawlAnswer) private readonly answers: Repository<CrawlAnswer>,
  ) {}

  async find({ accountId, id }: CrawlId, keyHash: Buffer): Promise<{ readonly answer: unknown } | null> {
    const stored = await this.answers.findOneBy({ accountId, crawlId: id, keyHash });
    return stored && { answer: JSON.parse(stored.answer) as unknown };
  }

  /** Crawls that need their answers no more. */
  async ended(): Promise<CrawlKey[]> {
    return this.database.query<CrawlKey>(ENDED);
  }

  /** Keeps the first of several answers to one question; none if the crawl was deleted. */
  async insert(crawl: CrawlId, keyHash: Buffer, answer: unknown): Promise<void> {
    await this.store(`${STORE} DO NOTHING`, crawl, { keyHash, answer });
  }

  /** Keeps an answer in place of an earlier one; none if the crawl was deleted. */
  async replace(crawl: CrawlId, keyHash: Buffer, answer: unknown): Promise<void> {
    const replacing = `${STORE} (account_id, crawl_id, key_hash) DO UPDATE SET answer = excluded.answer`;
    await this.store(replacing, crawl, { keyHash, answer });
  }

  private async store(
    sql: string,
    { accountId, id }: CrawlId,
    { keyHash, answer }: { readonly keyHash: Buffer; readonly answer: unknown },
  ): Promise<void> {
    await this.database.query(sql, [accountId, id, keyHash, JSON.stringify(answer)]);
  }
}
