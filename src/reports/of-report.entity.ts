import { JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Report } from './report.entity.js';

/** What every row has that belongs to a report, and goes with it. */
export abstract class OfReport {
  @PrimaryColumn('bigint')
  accountId!: number;

  @PrimaryColumn('bigint')
  reportId!: number;

  @ManyToOne(() => Report, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'account_id', referencedColumnName: 'accountId' },
    { name: 'report_id', referencedColumnName: 'id' },
  ])
  report?: Relation<Report>;
}
