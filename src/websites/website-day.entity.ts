import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Website, WEBSITE_COLUMNS } from './website.entity.js';

/** The scores that a website got on one day of UTC. */
@Entity('website_days')
export class WebsiteDay {
  @PrimaryColumn('bigint')
  accountId!: number;

  @PrimaryColumn('bigint')
  websiteId!: number;

  @ManyToOne(() => Website, { onDelete: 'CASCADE' })
  @JoinColumn(WEBSITE_COLUMNS)
  website?: Relation<Website>;

  /** `2026-11-20` */
  @PrimaryColumn('date')
  day!: string;

  @Column('bigint')
  completedCount!: number;

  @Column('bigint')
  scoreSum!: number;

  /** Number of reports by score: position n + 1 counts those with score n; null and what is missing at the end: none. */
  @Column('integer', { array: true, default: () => "'{}'", select: false })
  scores?: (number | null)[];
}
