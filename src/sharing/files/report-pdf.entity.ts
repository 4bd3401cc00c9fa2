import { Column, Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { Blob, HASH_COLUMN } from '../../platform/blobs/blob.entity.js';
import { OfReport } from '../../reports/of-report.entity.js';

/** The PDF of a report's page, which ends with the report. It is queued until it has a hash or a failure. */
@Entity('report_pdfs')
@Index('report_pdfs_queued', ['accountId', 'requestedAt'], { where: 'hash IS NULL AND failure IS NULL' })
@Index('report_pdfs_by_turn', ['accountId', 'claimedAt'])
export class ReportPdf extends OfReport {
  /** SHA-256 of the file that it is printed from, in lowercase hexadecimal. */
  @Column(HASH_COLUMN)
  sourceHash!: string;

  @Index('report_pdfs_by_hash')
  @Column({ ...HASH_COLUMN, nullable: true })
  hash!: string | null;

  @ManyToOne(() => Blob)
  @JoinColumn({ name: 'hash' })
  blob?: Relation<Blob> | null;

  /** Why it could not be made, for the next one who asks. */
  @Column('text', { nullable: true })
  failure!: string | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  requestedAt!: Date;

  /** When a process last began to make it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  claimedAt!: Date | null;
}
