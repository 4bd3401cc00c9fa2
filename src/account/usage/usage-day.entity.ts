import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OfAccount } from '../../auth/of-account.entity.js';

/** What a key used on one day of UTC. */
@Entity('usage_days')
export class UsageDay extends OfAccount {
  /** `2026-11-20` */
  @PrimaryColumn('date')
  day!: string;

  /** 0: no key. */
  @PrimaryColumn({ type: 'bigint', default: 0 })
  keyId!: number;

  @Column('integer', { default: 0 })
  reports!: number;

  @Column('integer', { default: 0 })
  renders!: number;

  @Column('integer', { default: 0 })
  crawledPages!: number;

  @Column('integer', { default: 0 })
  deliveries!: number;
}
