import { Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Account } from '../../auth/account.entity.js';

/** A deleted crawl, some of whose pages are still stored. Written by a trigger. */
@Entity('deleted_crawls')
export class DeletedCrawl {
  @PrimaryColumn('bigint')
  accountId!: number;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id' })
  account?: Relation<Account>;

  @PrimaryColumn('bigint')
  crawlId!: number;
}
