import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Website, WEBSITE_COLUMNS } from '../websites/website.entity.js';

/** Attempts of one address at the password of one website. */
@Entity('unlock_windows')
export class UnlockWindow {
  @PrimaryColumn('bigint')
  accountId!: number;

  @PrimaryColumn('bigint')
  websiteId!: number;

  @ManyToOne(() => Website, { onDelete: 'CASCADE' })
  @JoinColumn(WEBSITE_COLUMNS)
  website?: Relation<Website>;

  @PrimaryColumn('text')
  address!: string;

  @Column('integer')
  used!: number;

  @Index('unlock_windows_by_end')
  @Column({ type: 'timestamptz', precision: 3 })
  endsAt!: Date;
}
