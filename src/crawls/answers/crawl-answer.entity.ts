import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Account } from '../../auth/account.entity.js';

/** An answer of a website that the audits of a crawl share. */
@Entity('crawl_answers')
export class CrawlAnswer {
  @PrimaryColumn('bigint')
  accountId!: number;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id' })
  account?: Relation<Account>;

  @PrimaryColumn('bigint')
  crawlId!: number;

  /** SHA-256 of what was asked. */
  @PrimaryColumn('bytea')
  keyHash!: Buffer;

  /** JSON. */
  @Column('text')
  answer!: string;
}
