import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { type Result } from '../../engine/audit/score.js';
import { Website, WEBSITE_COLUMNS } from '../../websites/website.entity.js';

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

  /** Of its reports, as it was sent. */
  @Column({ type: 'text', collation: 'C' })
  url!: string;

  /** The url in one case, for searching; null if that is the url itself. */
  @Column({ type: 'text', collation: 'C', nullable: true, select: false })
  urlFolded?: string | null;

  @Column('text')
  result!: Result;

  @Column({ type: 'timestamptz', precision: 3 })
  generatedAt!: Date;
}
