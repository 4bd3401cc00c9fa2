import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ApiKey } from '../../auth/api-key.entity.js';

/** An address that signs in once, without the key. */
@Entity('sign_in_tokens')
export class SignInToken {
  /** SHA-256 of the token. */
  @PrimaryColumn('bytea')
  hash!: Buffer;

  @Index('sign_in_tokens_by_key')
  @Column('bigint')
  keyId!: number;

  @ManyToOne(() => ApiKey, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'key_id' })
  key?: Relation<ApiKey>;

  @Index('sign_in_tokens_by_end')
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt!: Date;
}
