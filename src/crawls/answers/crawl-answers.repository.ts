import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Repository } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { CrawlAnswer } from './crawl-answer.entity.js';
import { type CrawlId } from '../crawls.repository.js';

/** The lock keeps the crawl from being deleted, and its answers from being swept, in between. */
const INSERT = `INSERT INTO crawl_answers (account_id, crawl_id, key_hash, answer)
  SELECT account_id, id, $3::bytea, $4::text FROM crawls WHERE account_id = $1 AND id = $2 FOR KEY SHARE
  ON CONFLICT DO NOTHING`;

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

  /** Keeps the first of several answers to one question; none if the crawl was deleted. */
  async insert({ accountId, id }: CrawlId, keyHash: Buffer, answer: unknown): Promise<void> {
    await this.database.query(INSERT, [accountId, id, keyHash, JSON.stringify(answer)]);
  }
}
