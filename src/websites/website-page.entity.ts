import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Website, WEBSITE_COLUMNS } from './website.entity.js';

/** The latest completed report of a page. Kept by PostgreSQL. */
@Entity('website_pages')
export class WebsitePage {
  @PrimaryColumn('bigint')
  accountId!: number;

  @PrimaryColumn('bigint')
  websiteId!: number;

  @ManyToOne(() => Website, { onDelete: 'CASCADE' })
  @JoinColumn(WEBSITE_COLUMNS)
  website?: Relation<Website>;

  /** SHA-256 of the url. */
  @PrimaryColumn('bytea')
  urlHash!: Buffer;

  @Column('bigint')
  reportId!: number;

  @Column('smallint')
  score!: number;
}
