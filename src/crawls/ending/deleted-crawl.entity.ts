import { Entity, PrimaryColumn } from 'typeorm';
import { OfAccount } from '../../auth/of-account.entity.js';

/** A deleted crawl, some of whose pages are still stored. Written by a trigger. */
@Entity('deleted_crawls')
export class DeletedCrawl extends OfAccount {
  @PrimaryColumn('bigint')
  crawlId!: number;
}
