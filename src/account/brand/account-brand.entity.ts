import { Check, Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Account } from '../../auth/account.entity.js';

/** How an account appears on its share pages. */
@Entity('account_brands')
@Check(
  'account_brands_logo_check',
  'num_nulls(logo, logo_hash, logo_bytes, logo_width, logo_height) IN (0, 5)',
)
export class AccountBrand {
  @PrimaryColumn('bigint')
  accountId!: number;

  @OneToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id' })
  account?: Relation<Account>;

  @Column('text', { nullable: true })
  name!: string | null;

  /** PNG, encoded by us. Read only where it is sent. */
  @Column('bytea', { nullable: true, select: false })
  logo?: Buffer | null;

  /** SHA-256 in hexadecimal. */
  @Index('account_brands_by_logo', { where: 'logo_hash IS NOT NULL' })
  @Column('text', { nullable: true })
  logoHash!: string | null;

  @Column('integer', { nullable: true })
  logoBytes!: number | null;

  /** In pixels, like the height. */
  @Column('integer', { nullable: true })
  logoWidth!: number | null;

  @Column('integer', { nullable: true })
  logoHeight!: number | null;

  /** `#0b57a4`, in lower case. */
  @Column('text', { nullable: true })
  accentColor!: string | null;

  @Column('text', { nullable: true })
  contact!: string | null;
}
