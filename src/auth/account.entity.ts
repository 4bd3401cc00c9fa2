import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The owner of websites, reports and keys. */
@Entity('accounts')
export class Account {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('text')
  name!: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  /** Kept by PostgreSQL, like all counts here. */
  @Column('bigint', { default: 0 })
  websitesCount!: number;

  @Column('bigint', { default: 0 })
  reportsCount!: number;

  @Column('bigint', { default: 0 })
  goodCount!: number;

  @Column('bigint', { default: 0 })
  decentCount!: number;

  @Column('bigint', { default: 0 })
  badCount!: number;
}
