import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A host that is crawled, by one account or several. */
@Entity('crawl_hosts')
export class CrawlHost {
  @PrimaryColumn('text')
  host!: string;

  /** When its next page may begin. */
  @Column({ type: 'timestamptz', precision: 3 })
  nextAt!: Date;

  /** Until then, no page is queued, because another one that was queued has not begun; null: all have. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  leasedUntil!: Date | null;
}
