import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Blob, HASH_COLUMN } from '../../platform/blobs/blob.entity.js';
import { OfReport } from '../of-report.entity.js';

/** The first viewport, or the whole page. */
export type ScreenshotKind = 'viewport' | 'full';

/** An image of a report's page, which ends with the report. */
@Entity('report_screenshots')
@Check('report_screenshots_kind_check', `kind IN ('viewport', 'full')`)
export class ReportScreenshot extends OfReport {
  @PrimaryColumn('text')
  kind!: ScreenshotKind;

  @Index('report_screenshots_by_hash')
  @Column(HASH_COLUMN)
  hash!: string;

  @ManyToOne(() => Blob)
  @JoinColumn({ name: 'hash' })
  blob?: Relation<Blob>;

  /** In image pixels. */
  @Column('integer')
  width!: number;

  @Column('integer')
  height!: number;
}
