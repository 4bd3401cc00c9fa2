import { Check, Entity, Index, PrimaryColumn } from 'typeorm';
import { OfAccount } from '../../auth/of-account.entity.js';

/** `default`: the alternate for all other languages. */
export type LinkKind = 'link' | 'nofollow' | 'alternate' | 'default';

/** That a page of a crawl links to another one, or names it as a version of itself in another language. */
@Entity('crawl_links')
@Check('crawl_links_kind_check', `kind IN ('link', 'nofollow', 'alternate', 'default')`)
@Index('crawl_links_alternates', ['accountId', 'crawlId', 'fromId'], { where: `kind = 'alternate'` })
@Index('crawl_links_defaults', ['accountId', 'crawlId', 'fromId'], { where: `kind = 'default'` })
export class CrawlLink extends OfAccount {
  @PrimaryColumn('bigint')
  crawlId!: number;

  @PrimaryColumn('bigint')
  toId!: number;

  @PrimaryColumn('text')
  kind!: LinkKind;

  @PrimaryColumn('bigint')
  fromId!: number;
}
