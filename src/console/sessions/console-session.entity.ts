import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ApiKey } from '../../auth/api-key.entity.js';

/** A sign-in at the console. It ends with its key at the latest. */
@Entity('console_sessions')
export class ConsoleSession {
  /** SHA-256 of the cookie's value. */
  @PrimaryColumn('bytea')
  hash!: Buffer;

  @Index('console_sessions_by_key')
  @Column('bigint')
  keyId!: number;

  @ManyToOne(() => ApiKey, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'key_id' })
  key?: Relation<ApiKey>;

  @Index('console_sessions_by_end')
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt!: Date;
}
