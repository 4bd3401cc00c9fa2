import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Whose data it is: every website, report and key belongs to one account. */
@Entity('accounts')
export class Account {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('text')
  name!: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at!: Date;
}
