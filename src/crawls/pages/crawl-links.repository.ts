import { Injectable } from '@nestjs/common';
import { Any, In, IsNull } from 'typeorm';
import { type Transaction } from '../../platform/database/database.js';
import { type CrawlId } from '../crawls.repository.js';
import { type LinkKind } from './crawl-link.entity.js';
import { CrawlPage } from './crawl-page.entity.js';

/** A link to an address. */
export interface FoundLink {
  readonly urlHash: Buffer;
  readonly kind: LinkKind;
}

type LinkingPage = Pick<CrawlPage, 'accountId' | 'crawlId' | 'id'>;

const LINK = `INSERT INTO crawl_links (account_id, crawl_id, from_id, to_id, kind)
  SELECT $1, $2, $3, p.id, u.kind FROM unnest($4::bytea[], $5::text[]) AS u (url_hash, kind)
    JOIN crawl_pages p ON p.account_id = $1 AND p.crawl_id = $2 AND p.url_hash = u.url_hash AND p.id <> $3
  ON CONFLICT DO NOTHING`;

/** How the pages of crawls lead to each other. */
@Injectable()
export class CrawlLinksRepository {
  /** Stores to which pages a page links. Addresses that the crawl doesn't know are left out. */
  async add(
    tx: Transaction,
    { accountId, id }: CrawlId,
    from: number,
    links: readonly FoundLink[],
  ): Promise<void> {
    if (links.length === 0) return;
    const hashes = links.map(({ urlHash }) => urlHash);
    const kinds = links.map(({ kind }) => kind);
    await tx.query(LINK, [accountId, id, from, hashes, kinds]);
  }

  /** Notes of pages that are known, but not that any page links to them, that this one does. */
  async noteFoundOn(
    tx: Transaction,
    { accountId, crawlId, id }: LinkingPage,
    urlHashes: readonly Buffer[],
  ): Promise<void> {
    await tx.update(
      CrawlPage,
      { accountId, crawlId, foundOn: IsNull(), urlHash: Any(urlHashes) },
      { foundOn: id },
    );
  }

  /** Those of links whose pages were found on a page first: without them, no click would lead there. */
  async foundOn(
    tx: Transaction,
    { accountId, crawlId, id }: LinkingPage,
    links: readonly FoundLink[],
  ): Promise<FoundLink[]> {
    if (links.length === 0) return [];
    const pages = await tx.find(CrawlPage, {
      select: { accountId: true, crawlId: true, id: true, urlHash: true },
      where: { accountId, crawlId, foundOn: id, urlHash: In(links.map(({ urlHash }) => urlHash)) },
    });
    const found = new Set(pages.map(({ urlHash }) => urlHash.toString('hex')));
    return links.filter(({ urlHash }) => found.has(urlHash.toString('hex')));
  }
}
