import { JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Website, WEBSITE_COLUMNS } from './website.entity.js';

/** What every row has that belongs to a website, and goes with it. */
export abstract class OfWebsite {
  @PrimaryColumn('bigint')
  accountId!: number;

  @PrimaryColumn('bigint')
  websiteId!: number;

  @ManyToOne(() => Website, { onDelete: 'CASCADE' })
  @JoinColumn(WEBSITE_COLUMNS)
  website?: Relation<Website>;
}
