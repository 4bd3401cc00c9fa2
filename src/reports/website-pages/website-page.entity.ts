import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type Result } from '../../engine/audit/score.js';
import { OfWebsite } from '../../websites/of-website.entity.js';

/** The latest completed report of a page. Kept by PostgreSQL. */
@Entity('website_pages')
export class WebsitePage extends OfWebsite {
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
