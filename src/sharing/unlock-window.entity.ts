import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OfWebsite } from '../websites/of-website.entity.js';

/** Attempts of one address at the password of one website. */
@Entity('unlock_windows')
export class UnlockWindow extends OfWebsite {
  @PrimaryColumn('text')
  address!: string;

  @Column('integer')
  used!: number;

  @Index('unlock_windows_by_end')
  @Column({ type: 'timestamptz', precision: 3 })
  endsAt!: Date;
}
