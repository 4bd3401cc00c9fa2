import { JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Account } from './account.entity.js';

/** What every row has that belongs to an account, and goes with it. */
export abstract class OfAccount {
  @PrimaryColumn('bigint')
  accountId!: number;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id' })
  account?: Relation<Account>;
}
