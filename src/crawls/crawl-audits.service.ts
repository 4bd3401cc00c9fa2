import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { pageAddress } from '../engine/crawling/page-address.js';
import { folderShape } from '../engine/crawling/path-shape.js';
import { type Grade } from '../engine/grading/grade.js';
import { CONFIG, type Config } from '../platform/config/config.js';
import { type Transaction } from '../platform/database/database.js';
import { type ClaimedAudit } from '../reports/audits/pending-audits.repository.js';
import { type AuditWishes, ReportBeginnings } from '../reports/audits/report-beginnings.js';
import { type EndedReports, ReportEndings } from '../reports/audits/report-endings.js';
import { type DeletedReport, ReportDeletions } from '../reports/report-deletions.js';
import { CrawlAnswers } from './answers/crawl-answers.service.js';
import { type Crawl } from './crawl.entity.js';
import { type CrawlPage, MAX_TRIES } from './pages/crawl-page.entity.js';
import { CrawlPagesRepository } from './pages/crawl-pages.repository.js';
import { CrawlPace } from './turns/crawl-pace.service.js';
import { CrawlRules } from './pages/crawl-rules.js';
import { areFewQueued } from './turns/queued-pages.js';
import { CrawlTurns } from './turns/crawl-turns.service.js';
import { type CrawlId, CrawlsRepository } from './crawls.repository.js';
import { EndedCrawls } from './ending/ended-crawls.js';
import { QueuedPagesRepository } from './turns/queued-pages.repository.js';
import { leftOutFor, VisitedPages } from './visited-pages.service.js';

/** Statuses by which a server asks for less. */
const TOO_MUCH: ReadonlySet<number | null> = new Set<number | null>([429, 503]);

/** Takes part in the audits of crawled pages: before the page is loaded, and in the transaction in which its report
 *  ends. */
@Injectable()
export class CrawlAudits implements OnModuleInit {
  private readonly rules = new Map<string, CrawlRules>();
  /** In milliseconds, of the crawls of audits when these began. */
  private readonly paces = new WeakMap<ClaimedAudit, number>();

  constructor(
    private readonly beginnings: ReportBeginnings,
    private readonly endings: ReportEndings,
    private readonly deletions: ReportDeletions,
    private readonly crawls: CrawlsRepository,
    private readonly pages: CrawlPagesRepository,
    private readonly queued: QueuedPagesRepository,
    private readonly visited: VisitedPages,
    private readonly answers: CrawlAnswers,
    private readonly ended: EndedCrawls,
    private readonly pace: CrawlPace,
    private readonly turns: CrawlTurns,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.beginnings.listen((audit) => this.begin(audit));
    this.endings.listen((tx, ended) => this.end(tx, ended));
    this.deletions.listen((tx, deleted) => this.forget(tx, deleted));
  }

  private async begin(audit: ClaimedAudit): Promise<AuditWishes | null> {
    const { accountId, crawlId, crawlPageId, reportId, url } = audit;
    if (crawlId === null || crawlPageId === null) return {};
    const id = { accountId, id: crawlId };
    // Before its turn, from which on the host waits for it.
    const rules = await this.rulesOf(id);
    if (rules === null) return null;
    const hasBegun = audit.attempts > 1 || (audit.renders && audit.render === 'auto');
    const page = { accountId, crawlId, pageId: crawlPageId, reportId };
    const address = pageAddress(url) ?? url;
    const turn = await this.pace.turnOf(page, hasBegun);
    if (turn === null) return null;
    this.paces.set(audit, turn.paceMs);
    return {
      outline: true,
      shared: { answers: this.answers.of(id), shape: folderShape(address) },
      isKept: (grade) =>
        leftOutFor(grade, rules, address) === null && !isTriedAgain(grade, rules, turn.tries),
      mayFollow: (target) => rules.mayFollow(pageAddress(target) ?? target, rules.isStart(address)),
      mayAsk: (link) => rules.mayAsk(pageAddress(link) ?? link),
      signal: this.ended.signalOf(id),
    };
  }

  private async end(tx: Transaction, { audit, finished, grade }: EndedReports): Promise<void> {
    const { accountId, crawlId, crawlPageId } = audit;
    const [report] = finished;
    if (crawlId === null || crawlPageId === null || !report) return;
    const crawl = await this.crawls.lock(tx, { accountId, id: crawlId });
    if (crawl?.status !== 'running') return;
    const page = await this.pages.find(tx, crawl, crawlPageId);
    if (page?.state !== 'queued' || page.reportId !== report.reportId) return;
    const rules = await this.rulesOf(crawl, tx);
    if (rules === null) return;
    if (grade === null) await this.pages.update(tx, page, { state: 'failed', errorCode: 'audit_failed' });
    else if (isRefused(grade, rules)) {
      const begunAtMs = this.paces.get(audit) ?? crawl.paceMs;
      await this.pace.slowDown(tx, crawl, page, { retryAfter: grade.retryAfter, begunAtMs });
      await this.tryAgain(tx, crawl, page, grade);
    } else {
      await this.visited.store(tx, { crawl, page, rules }, grade);
      if (crawl.refusedInRow > 0) await this.crawls.update(tx, crawl, { refusedInRow: 0 });
      if (grade.error === null) await this.pace.speedUp(tx, crawl, rules.leastPaceMs);
    }
    const queued = await this.queued.count(crawl, tx);
    if (crawl.paceMs > 0 || areFewQueued(queued, this.config.accountConcurrency))
      await this.turns.now(crawl, tx);
  }

  /** Has the next job of the crawl queue a page again whose report was deleted before its audit ended. */
  private async forget(tx: Transaction, { accountId, reportId }: DeletedReport): Promise<void> {
    const crawlId = await this.queued.crawlWaitingFor(tx, accountId, reportId);
    if (crawlId === null) return;
    const crawl = await this.crawls.lock(tx, { accountId, id: crawlId });
    if (crawl?.status !== 'running') return;
    await this.pace.giveBack(tx, crawl);
  }

  /** Tries a page again later that its server refused. */
  private async tryAgain(tx: Transaction, crawl: Crawl, page: CrawlPage, grade: Grade): Promise<void> {
    const isLast = page.tries + 1 >= MAX_TRIES;
    const { error, facts } = grade;
    const failed = {
      state: 'failed',
      errorCode: error?.code ?? null,
      httpStatus: facts.http_status,
    } as const;
    await this.pages.update(
      tx,
      page,
      isLast ? failed : { state: 'waiting', tries: page.tries + 1, reportId: null },
    );
  }

  /** Reads the robots.txt of a crawl once in this process.
   *  @returns null: the crawl was deleted */
  private async rulesOf(crawl: CrawlId, tx?: Transaction): Promise<CrawlRules | null> {
    const key = `${String(crawl.accountId)}:${String(crawl.id)}`;
    const known = this.rules.get(key);
    if (known) return known;
    const whole = await this.crawls.findWithRules(crawl, tx);
    if (!whole) return null;
    const rules = new CrawlRules(whole, this.config.stripWww);
    if (this.rules.size >= MAX_CACHED_RULES) this.rules.clear();
    this.rules.set(key, rules);
    return rules;
  }
}

const MAX_CACHED_RULES = 50;

/** Whether the website of a crawl refused a page, and not one to which the page redirects. */
function isRefused({ facts, finalUrl }: Grade, rules: CrawlRules): boolean {
  return TOO_MUCH.has(facts.http_status) && rules.isInside(pageAddress(finalUrl) ?? finalUrl);
}

/** Whether a page that was refused is queued once more, so that a report would only say that we asked too often. */
function isTriedAgain(grade: Grade, rules: CrawlRules, tries: number): boolean {
  return isRefused(grade, rules) && tries + 1 < MAX_TRIES;
}
