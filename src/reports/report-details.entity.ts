import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type Finding } from '../audit/audit.js';
import { type Parity } from '../audit/parity/parity.js';
import { type Gate } from '../audit/score.js';

/** Early reports lack the fields that were added later. */
export interface StoredParity extends Omit<Parity, 'observatory'> {
  readonly observatory: Pick<Parity['observatory'], 'score' | 'grade' | 'tests'> &
    Partial<Parity['observatory']>;
}

/** What a report holds beyond its row in lists; kept apart so that lists never read it. */
@Entity('report_details')
export class ReportDetails {
  @PrimaryColumn('bigint')
  account_id!: number;

  @PrimaryColumn('bigint')
  report_id!: number;

  @Column('text', { nullable: true })
  final_url!: string | null;

  @Column('text')
  ruleset_version!: string;

  @Column('jsonb')
  categories!: Record<string, number | null>;

  @Column('jsonb')
  gates!: Gate[];

  @Column('jsonb')
  checks!: Finding[];

  /** null: stored before there was one, or the page could not be loaded. */
  @Column('jsonb', { nullable: true })
  parity!: StoredParity | null;

  @Column('jsonb')
  facts!: Record<string, unknown>;
}
