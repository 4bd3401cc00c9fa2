import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A host that is crawled, by one account or several. */
@Entity('crawl_hosts')
export class CrawlHost {
  @PrimaryColumn('text')
  host!: string;

  /** No page begins before: its server asked for less. */
  @Column({ type: 'timestamptz', precision: 3 })
  nextAt!: Date;

  /** When its last page began; null: none has. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  begunAt!: Date | null;
}
