import { Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Account } from '../auth/account.entity.js';

/** A website that was deleted, some of whose reports are still stored. */
@Entity('deleted_websites')
export class DeletedWebsite {
  @PrimaryColumn('bigint')
  accountId!: number;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id' })
  account?: Relation<Account>;

  @PrimaryColumn('bigint')
  websiteId!: number;
}
