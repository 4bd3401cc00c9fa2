import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OfAccount } from '../../auth/of-account.entity.js';

/** An answer of a website that the audits of a crawl share. */
@Entity('crawl_answers')
export class CrawlAnswer extends OfAccount {
  @PrimaryColumn('bigint')
  crawlId!: number;

  /** SHA-256 of what was asked. */
  @PrimaryColumn('bytea')
  keyHash!: Buffer;

  /** JSON. */
  @Column('text')
  answer!: string;
}
