import { Injectable } from '@nestjs/common';
import { pathShape } from '../../engine/crawling/path-shape.js';
import { type Transaction } from '../../platform/database/database.js';
import { type Crawl, type SkipReason } from '../crawl.entity.js';
import { addressHash } from './address-hash.js';
import { CrawlPagesRepository, type FoundPage, type KnownPage } from './crawl-pages.repository.js';
import { type CrawlRules } from './crawl-rules.js';
import { CrawlsRepository } from '../crawls.repository.js';

/** An address as it was found. */
export interface FoundAddress {
  /** Result of `pageAddress`. */
  readonly url: string;
  readonly depth: number | null;
  readonly isFollowed: boolean;
  readonly isStart?: boolean;
  /** Address of the one that lists it. */
  readonly sitemap?: string;
  /** Id of the page that links there. */
  readonly foundOn?: number;
}

/** Pages of one shape that are visited, unless a sitemap lists them. */
const MAX_OF_SHAPE = 50;
/** Addresses that are kept for each page that may be visited, and for any crawl. */
const KEPT_PER_PAGE = 10;
const KEPT_ALWAYS = 1000;
/** Reasons that another way to the same address may remove. */
const PASSING: ReadonlySet<SkipReason | null> = new Set<SkipReason | null>(['nofollow', 'depth']);

/** How many addresses a crawl keeps. */
export function keptBy({ maxPages }: Pick<Crawl, 'maxPages'>): number {
  return maxPages * KEPT_PER_PAGE + KEPT_ALWAYS;
}

/** Adds addresses to crawls, each once. */
@Injectable()
export class Frontier {
  constructor(
    private readonly crawls: CrawlsRepository,
    private readonly pages: CrawlPagesRepository,
  ) {}

  /** Adds addresses to a crawl that is locked. Those of other websites are left out. */
  async add(tx: Transaction, crawl: Crawl, rules: CrawlRules, found: readonly FoundAddress[]): Promise<void> {
    const inside = eachOnce(found.filter(({ url }) => rules.isInside(url)));
    const candidates = inside.slice(0, rules.judgeable).map((address) => ({
      ...address,
      urlHash: addressHash(address.url),
      shape: addressHash(pathShape(address.url)),
    }));
    if (candidates.length === 0) return;
    const rows = await this.pages.known(
      tx,
      crawl,
      candidates.map(({ urlHash }) => urlHash),
    );
    const known = new Map(rows.map((page) => [page.urlHash.toString('hex'), page]));
    const entering: FoundPage[] = [];
    const changed: FoundPage[] = [];
    const kept = keptBy(crawl);
    let room = kept - crawl.found;
    let [added, dropped] = [0, inside.length - candidates.length];
    for (const candidate of candidates) {
      const old = known.get(candidate.urlHash.toString('hex'));
      const page = merged(candidate, old, rules);
      if (page === null) continue;
      if (old === undefined && room <= kept / 4 && isNeverVisited(page)) continue;
      if (old === undefined && room-- <= 0) dropped++;
      else {
        if (old === undefined) added++;
        const isCounted = old !== undefined && old.state !== 'skipped';
        (isCounted ? changed : entering).push(page);
      }
    }
    const stored = [...changed, ...(await this.withoutTraps(tx, crawl, entering))];
    if (stored.length > 0) await this.pages.add(tx, crawl, stored);
    if (added + dropped > 0) await this.crawls.count(tx, crawl, { found: added, dropped });
  }

  /** Skips pages of a shape that has enough of them.
   *  @param pages that are new or were skipped: `countShapes` counts the others */
  private async withoutTraps(
    tx: Transaction,
    crawl: Crawl,
    pages: readonly FoundPage[],
  ): Promise<readonly FoundPage[]> {
    const isLimited = ({ skippedFor, sitemap }: FoundPage) => skippedFor === null && sitemap === null;
    const shapes = new Map(pages.filter(isLimited).map(({ shape }) => [shape.toString('hex'), shape]));
    if (shapes.size === 0) return pages;
    const counts = await this.pages.countShapes(tx, crawl, [...shapes.values()]);
    return pages.map((page) => {
      if (!isLimited(page)) return page;
      const shape = page.shape.toString('hex');
      const count = (counts.get(shape) ?? 0) + 1;
      counts.set(shape, count);
      return count > MAX_OF_SHAPE ? { ...page, skippedFor: 'trap' as const } : page;
    });
  }
}

/** Whether an address may be forgotten, so that the last room is for others: pages may link to many files. */
function isNeverVisited({ skippedFor, sitemap }: Pick<FoundPage, 'skippedFor' | 'sitemap'>): boolean {
  return skippedFor !== null && skippedFor !== 'depth' && sitemap === null;
}

/** The last of equal addresses, but a followed one before others. */
function eachOnce(found: readonly FoundAddress[]): FoundAddress[] {
  const addresses = new Map<string, FoundAddress>();
  for (const address of found)
    if (address.isFollowed || !addresses.get(address.url)?.isFollowed) addresses.set(address.url, address);
  return [...addresses.values()];
}

type Candidate = FoundAddress & Pick<FoundPage, 'urlHash' | 'shape'>;

/** An address with what was known of it; null: nothing changes. */
function merged(candidate: Candidate, old: KnownPage | undefined, rules: CrawlRules): FoundPage | null {
  const { url, urlHash, shape, isFollowed, isStart = false } = candidate;
  const refusal = rules.refusal(url, { depth: candidate.depth, isFollowed, isStart });
  const { sitemap = null } = candidate;
  if (old === undefined) {
    const { depth, foundOn = null } = candidate;
    return { url, urlHash, shape, depth: isFollowed ? depth : null, sitemap, foundOn, skippedFor: refusal };
  }
  const isPassing = isStart || PASSING.has(old.skippedFor) || (old.skippedFor === 'trap' && sitemap !== null);
  const isFreed = old.state === 'skipped' && isPassing && refusal === null;
  const page = {
    depth: isFollowed ? least(old.depth, candidate.depth) : old.depth,
    sitemap: old.sitemap ?? sitemap,
    foundOn: old.foundOn ?? candidate.foundOn ?? null,
  };
  const isSame =
    page.depth === old.depth && page.sitemap === old.sitemap && page.foundOn === old.foundOn && !isFreed;
  return isSame ? null : { url, urlHash, shape, ...page, skippedFor: isFreed ? null : old.skippedFor };
}

function least(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
