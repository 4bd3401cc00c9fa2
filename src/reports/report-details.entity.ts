import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { type Finding } from '../engine/audit/audit.js';
import { type LighthouseParity } from '../engine/audit/parity/lighthouse.js';
import { type Parity } from '../engine/audit/parity/parity.js';
import { type Gate } from '../engine/audit/score.js';
import { type RenderMode } from '../engine/grading/render-mode.js';
import { type RenderedFacts } from '../engine/grading/grade.js';
import { type Device } from '../engine/rendering/device.js';
import { type LoadRuns } from '../engine/rendering/load-runs.js';
import { Report } from './report.entity.js';

/** Early reports lack fields that were added later. */
export interface StoredParity {
  readonly lighthouse: Pick<LighthouseParity, 'seo' | 'audits'> & Partial<LighthouseParity>;
  readonly observatory: Pick<Parity['observatory'], 'score' | 'grade' | 'tests'> &
    Partial<Parity['observatory']>;
}

/** Early reports lack them. */
type LateFact = 'lab' | 'opportunities';

/** What was observed while rendering, and which pictures there are. */
export interface StoredRendering
  extends Omit<RenderedFacts, LateFact>, Partial<Pick<RenderedFacts, LateFact>> {
  readonly screenshots: { readonly viewport: boolean; readonly full: boolean };
}

/** What a completed report holds and lists don't show. */
@Entity('report_details')
export class ReportDetails {
  @PrimaryColumn('bigint')
  accountId!: number;

  @PrimaryColumn('bigint')
  reportId!: number;

  @OneToOne(() => Report, (report) => report.details, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'account_id', referencedColumnName: 'accountId' },
    { name: 'report_id', referencedColumnName: 'id' },
  ])
  report?: Relation<Report>;

  @Column('text', { nullable: true })
  finalUrl!: string | null;

  @Column('text')
  rulesetVersion!: string;

  @Column('jsonb')
  categories!: Record<string, number | null>;

  @Column('jsonb')
  gates!: Gate[];

  @Column('jsonb')
  checks!: Finding[];

  /** null if the page could not be loaded. */
  @Column('jsonb', { nullable: true })
  parity!: StoredParity | null;

  @Column('jsonb')
  facts!: Record<string, unknown>;

  @Column('text', { default: 'never' })
  render!: RenderMode;

  @Column('text', { default: 'mobile' })
  device!: Device;

  /** How often it was to be loaded, if it was rendered. */
  @Column('smallint', { default: 1 })
  runs!: LoadRuns;

  /** null if the page was not rendered. */
  @Column('jsonb', { nullable: true })
  rendered!: StoredRendering | null;
}
