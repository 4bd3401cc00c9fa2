import { Inject, Injectable } from '@nestjs/common';
import { slicesOf } from '../basics/slices.js';
import { pageAddress } from '../engine/crawling/page-address.js';
import { folderShape } from '../engine/crawling/path-shape.js';
import { Grader } from '../engine/grading/grader.js';
import { judgeTarget } from '../engine/page-loader/target.js';
import { CONFIG, type Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { type Crawl } from './crawl.entity.js';
import { startFault } from './dto/create-crawl.dto.js';
import { CrawlAnswers } from './answers/crawl-answers.service.js';
import { CrawlsRepository } from './crawls.repository.js';
import { CrawlCompletion } from './ending/crawl-completion.service.js';
import { EndedCrawls } from './ending/ended-crawls.js';
import { CrawlRules } from './pages/crawl-rules.js';
import { type FoundAddress, Frontier, keptBy } from './pages/frontier.service.js';
import { CrawlTurns } from './turns/crawl-turns.service.js';

/** Addresses of sitemaps per transaction. */
const SLICE = 1000;

/** Starts crawls: reads robots.txt and sitemaps. */
@Injectable()
export class CrawlStart {
  constructor(
    private readonly database: Database,
    private readonly crawls: CrawlsRepository,
    private readonly frontier: Frontier,
    private readonly completion: CrawlCompletion,
    private readonly turns: CrawlTurns,
    private readonly ended: EndedCrawls,
    private readonly answers: CrawlAnswers,
    private readonly grader: Grader,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws OutOfResources, and what aborted the signal */
  async start(crawl: Crawl, signal: AbortSignal): Promise<void> {
    const over = this.ended.signalOf(crawl);
    try {
      await this.survey(crawl, AbortSignal.any([signal, over]));
    } catch (error) {
      if (!over.aborted) throw error;
    }
  }

  private async survey(crawl: Crawl, signal: AbortSignal): Promise<void> {
    const judged = judgeTarget(crawl.url, this.config);
    const start = pageAddress(crawl.url);
    if ('fault' in judged || start === null) {
      const errorDetail = `The url is not allowed any more: it ${startFault(crawl.url, this.config) ?? ''}.`;
      await this.completion.fail(crawl, { reason: 'url_not_allowed', errorDetail });
      return;
    }
    const { robotsTxt, sitemapAddresses, unreadSitemaps } = await this.grader.survey(judged.url, {
      account: crawl.accountId,
      signal,
      shared: { answers: this.answers.of(crawl), shape: folderShape(start) },
      readsSitemaps: crawl.sources.includes('sitemap'),
      // The other half is for links: a sitemap may list products first, and what leads to them last.
      maxAddresses: Math.ceil(keptBy(crawl) / 2),
    });
    signal.throwIfAborted();
    if (robotsTxt.fault !== null) {
      const errorDetail = `robots.txt could not be loaded, so no page was visited. ${robotsTxt.fault}`;
      await this.completion.fail(crawl, { reason: 'robots_unreachable', errorDetail });
      return;
    }
    const robots = { robotsStatus: robotsTxt.status, robotsTxt: robotsTxt.body };
    const rules = new CrawlRules(Object.assign(crawl, robots), this.config.stripWww);
    const first = { url: start, depth: 0, isFollowed: true, isStart: true };
    const listed = [...sitemapAddresses].map(([url, sitemap]): FoundAddress => ({
      url,
      depth: null,
      isFollowed: true,
      sitemap,
    }));
    for (const slice of [[first], ...slicesOf(listed, SLICE)])
      await this.database.transaction(async (tx) => {
        const current = await this.crawls.lockOpen(tx, crawl);
        if (current) await this.frontier.add(tx, current, rules, slice);
      });
    const paceMs = rules.leastPaceMs;
    await this.database.transaction(async (tx) => {
      if (!(await this.crawls.lockOpen(tx, crawl))) return;
      await this.crawls.update(tx, crawl, {
        ...robots,
        unreadSitemaps: [...unreadSitemaps],
        startedAt: new Date(),
        status: 'running',
        paceMs,
      });
      await this.turns.now(crawl, tx);
    });
  }
}
