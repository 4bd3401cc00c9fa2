import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Repository } from 'typeorm';
import { CrawlAnswer } from './crawl-answer.entity.js';
import { type CrawlId } from './crawls.repository.js';

@Injectable()
export class CrawlAnswersRepository {
  constructor(@InjectRepository(CrawlAnswer) private readonly answers: Repository<CrawlAnswer>) {}

  async find({ accountId, id }: CrawlId, keyHash: Buffer): Promise<{ readonly answer: unknown } | null> {
    const stored = await this.answers.findOneBy({ accountId, crawlId: id, keyHash });
    return stored && { answer: JSON.parse(stored.answer) as unknown };
  }

  /** Keeps the first of several answers to one question. */
  async insert({ accountId, id }: CrawlId, keyHash: Buffer, answer: unknown): Promise<void> {
    await this.answers
      .createQueryBuilder()
      .insert()
      .values({ accountId, crawlId: id, keyHash, answer: JSON.stringify(answer) })
      .orIgnore()
      .execute();
  }
}
