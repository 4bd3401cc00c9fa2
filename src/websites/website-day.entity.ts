import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OfWebsite } from './of-website.entity.js';

/** One day of a website, in UTC: the scores that it got, and its own score in the end. */
@Entity('website_days')
@Index('website_days_by_day', { synchronize: false })
export class WebsiteDay extends OfWebsite {
  /** `2026-11-20` */
  @PrimaryColumn('date')
  day!: string;

  @Column('bigint')
  completedCount!: number;

  @Column('bigint')
  scoreSum!: number;

  /** Pages of the website and the sum of their scores at the end of the day; null: they did not change on that day. */
  @Column('bigint', { nullable: true })
  pagesCount!: number | null;

  @Column('bigint', { nullable: true })
  pageScoreSum!: number | null;

  /** Number of reports by score: position n + 1 counts those with score n; null and what is missing at the end: none.
   *  Never empty, so that it begins at 1. */
  @Column('integer', { array: true, default: () => "'{NULL}'", select: false })
  scores?: (number | null)[];
}
