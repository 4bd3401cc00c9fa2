import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { pageAddress } from '../engine/crawling/page-address.js';
import { folderShape } from '../engine/crawling/path-shape.js';
import { isShell } from '../engine/audit/rendered-findings.js';
import { type PageOutline } from '../engine/audit/outline/outline.js';
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
import { type LinkKind } from './pages/crawl-link.entity.js';
import { CrawlPagesRepository, type FoundLink } from './pages/crawl-pages.repository.js';
import { CrawlPace } from './turns/crawl-pace.service.js';
import { CrawlRules } from './pages/crawl-rules.js';
import { areFewQueued } from './turns/queued-pages.js';
import { CrawlTurns } from './turns/crawl-turns.service.js';
import { type CrawlId, CrawlsRepository } from './crawls.repository.js';
import { EndedCrawls } from './ending/ended-crawls.js';
import { addressHash, type FoundAddress, Frontier } from './pages/frontier.service.js';

/** Statuses by which a server asks for less. */
const TOO_MUCH: ReadonlySet<number | null> = new Set<number | null>([429, 503]);
/** Links of one page and kind that are stored as links, beside those that were found on it first. All are visited. */
const MAX_STORED_LINKS = 500;

/** Of a shell, since scripts may set another title and text. */
const NO_CONTENT = { title: null, description: null, contentHash: null, simhash: null } as const;
const DEFAULT_LANGUAGE = 'x-default';

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
    private readonly frontier: Frontier,
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
    const turn = await this.pace.turnOf(page, hasBegun);
    if (turn === null) return null;
    this.paces.set(audit, turn.paceMs);
    return {
      outline: true,
      shared: { answers: this.answers.of(id), shape: folderShape(pageAddress(url) ?? url) },
      isKept: (grade) =>
        !isUnnamedFile(grade, rules, pageAddress(url) ?? url) && !isTriedAgain(grade, rules, turn.tries),
      mayFollow: (target) => rules.mayFollow(pageAddress(target) ?? target),
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
    if (grade === null) await this.pages.update(tx, page, { state: 'failed', errorCode: 'audit_failed' });
    else if (isRefused(grade, await this.rulesOf(crawl, tx))) {
      const begunAtMs = this.paces.get(audit) ?? crawl.paceMs;
      await this.pace.slowDown(tx, crawl, page, { retryAfter: grade.retryAfter, begunAtMs });
      await this.tryAgain(tx, crawl, page, grade);
    } else {
      await this.store(tx, crawl, page, grade);
      if (grade.error === null)
        await this.pace.speedUp(tx, crawl, (await this.rulesOf(crawl, tx))?.leastPaceMs ?? crawl.paceMs);
    }
    const queued = await this.pages.countQueued(crawl, tx);
    if (crawl.paceMs > 0 || areFewQueued(queued, this.config.accountConcurrency))
      await this.turns.now(crawl, tx);
  }

  /** Has the next job of the crawl queue a page again whose report was deleted before its audit ended. */
  private async forget(tx: Transaction, { accountId, reportId }: DeletedReport): Promise<void> {
    const crawlId = await this.pages.crawlWaitingFor(tx, accountId, reportId);
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

  private async store(tx: Transaction, crawl: Crawl, page: CrawlPage, grade: Grade): Promise<void> {
    const { facts, error, outline, score } = grade;
    const reached = {
      state: error ? 'failed' : 'completed',
      score: error ? null : score,
      errorCode: error?.code ?? null,
      httpStatus: facts.http_status,
      redirects: facts.redirects.length,
    } as const;
    const rules = await this.rulesOf(crawl, tx);
    if (rules === null) return;
    if (isUnnamedFile(grade, rules, page.url)) {
      await this.skipFile(tx, crawl, page);
      return;
    }
    const isStart = rules.isStart(page.url);
    const final = pageAddress(grade.finalUrl);
    const own = { ...checksOf(grade), ...factsOf(outline) };
    const found = own.isShell ? { ...own, ...NO_CONTENT } : own;
    if (final === null || final === page.url) {
      await this.pages.update(tx, page, { ...reached, ...found });
      if (outline) await this.follow(tx, { crawl, page, rules, outline });
      return;
    }
    await this.pages.update(tx, page, { ...reached, targetHash: addressHash(final) });
    if (!rules.isInside(final)) {
      if (isStart) await this.crawls.update(tx, crawl, { errorDetail: elsewhere(final) });
      return;
    }
    await this.frontier.add(tx, crawl, rules, [{ url: final, depth: page.depth, isFollowed: true, isStart }]);
    const target = await this.pages.findByHash(tx, crawl, addressHash(final));
    if (!target || isOfWholeWay(grade) || !(await this.isToLoad(tx, crawl, target))) return;
    // The audit has followed the redirect: its target is not loaded again.
    await this.pages.update(tx, target, { ...reached, redirects: 0, reportId: page.reportId, ...found });
    if (outline) await this.follow(tx, { crawl, page: target, rules, outline });
  }

  /** Another page is visited in the place of a file, but a crawl ends on a site that has such addresses without end. */
  private async skipFile(tx: Transaction, crawl: Crawl, page: CrawlPage): Promise<void> {
    const skipped = { state: 'skipped', skippedFor: 'file', errorCode: 'not_html', reportId: null } as const;
    await this.pages.update(tx, page, skipped);
    if ((await this.pages.countFiles(tx, crawl)) <= crawl.maxPages)
      await this.crawls.count(tx, crawl, { visited: -1 });
  }

  /** Whether a page has not begun. If its audit is queued, that is withdrawn when it is its turn. */
  private async isToLoad(tx: Transaction, crawl: Crawl, page: CrawlPage): Promise<boolean> {
    if (page.state === 'waiting') return true;
    if (page.state !== 'queued' || !(await this.pages.holdAudit(tx, page))) return false;
    if (page.tries === 0) await this.crawls.count(tx, crawl, { visited: -1 });
    await this.pace.giveBack(tx, crawl);
    return true;
  }

  /** Adds what a page links to. */
  private async follow(
    tx: Transaction,
    {
      crawl,
      page,
      rules,
      outline,
    }: { crawl: Crawl; page: CrawlPage; rules: CrawlRules; outline: PageOutline },
  ): Promise<void> {
    const linked = outline.links.flatMap(({ url, isFollowed }) => {
      const address = pageAddress(url);
      // That a page links to itself, or to a place within, says nothing of how it is reached.
      if (address === null || address === page.url) return [];
      return [{ url: address, isFollowed: isFollowed && outline.isFollowed }];
    });
    const depth = page.depth === null ? null : page.depth + 1;
    const named = [outline.canonical, ...outline.alternates.map(({ url }) => url)].flatMap(
      (url): FoundAddress[] => {
        const address = url === null ? null : pageAddress(url);
        return address === null ? [] : [{ url: address, depth: null, isFollowed: true }];
      },
    );
    const links = linked.map((link): FoundAddress => ({ ...link, depth, foundOn: page.id }));
    if (crawl.sources.includes('links')) {
      const dropped = outline.linksFound - outline.links.length;
      if (dropped > 0) await this.crawls.count(tx, crawl, { dropped });
      await this.frontier.add(tx, crawl, rules, [...named, ...links]);
    } else
      await this.pages.noteFoundOn(
        tx,
        page,
        linked.map(({ url }) => addressHash(url)),
      );
    const linksOf = (kind: LinkKind, urls: readonly string[]): FoundLink[] =>
      urls.map((url) => ({ urlHash: addressHash(url), kind }));
    const urlsOf = (isFollowed: boolean) =>
      linked.filter((link) => link.isFollowed === isFollowed).map(({ url }) => url);
    const found = [
      linksOf('link', urlsOf(true)),
      linksOf('nofollow', urlsOf(false)),
      // A page that leads everyone on to their language has no markup to name others back.
      linksOf(
        'alternate',
        alternatesOf(outline, (language) => language !== DEFAULT_LANGUAGE),
      ),
      linksOf(
        'default',
        alternatesOf(outline, (language) => language === DEFAULT_LANGUAGE),
      ),
    ];
    await this.pages.link(tx, crawl, page.id, [
      ...found.flatMap((kind) => kind.slice(0, MAX_STORED_LINKS)),
      ...(await this.pages.foundOn(
        tx,
        page,
        found.flatMap((kind) => kind.slice(MAX_STORED_LINKS)),
      )),
    ]);
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
const MAX_SHOWN_CHARACTERS = 500;

/** Whether an address leads to a feed or a download though its name does not say so. It is no page of the website: its
 *  score of 0 would count. */
function isUnnamedFile({ error }: Grade, rules: CrawlRules, address: string): boolean {
  return error?.code === 'not_html' && !rules.isStart(address);
}

/** Whether a fault is that of all redirects together, so that the last address may load by itself. */
function isOfWholeWay({ error, facts: { redirects } }: Grade): boolean {
  const addresses = redirects.map(({ url }) => url);
  const isCircle = new Set(addresses).size < addresses.length;
  return error?.code === 'too_slow' || (error?.code === 'too_many_redirects' && !isCircle);
}

/** Whether the website of a crawl refused a page, and not one to which the page redirects. */
function isRefused({ facts, finalUrl }: Grade, rules: CrawlRules | null): boolean {
  return TOO_MUCH.has(facts.http_status) && rules?.isInside(pageAddress(finalUrl) ?? finalUrl) === true;
}

/** Whether a page that was refused is queued once more, so that a report would only say that we asked too often. */
function isTriedAgain(grade: Grade, rules: CrawlRules, tries: number): boolean {
  return isRefused(grade, rules) && tries + 1 < MAX_TRIES;
}

function elsewhere(address: string): string {
  const shown =
    address.length > MAX_SHOWN_CHARACTERS ? `${address.slice(0, MAX_SHOWN_CHARACTERS)}…` : address;
  return `The url redirects to another website, so no page was visited. Crawl that one instead: ${shown}`;
}

function alternatesOf(outline: PageOutline, isWanted: (language: string) => boolean): string[] {
  return outline.alternates.flatMap(({ language, url }) =>
    isWanted(language) ? (pageAddress(url) ?? []) : [],
  );
}

/** What a shell lacks as it was sent says nothing of the page. */
function checksOf({ checks, rendered }: Grade): Pick<CrawlPage, 'failedChecks' | 'isShell'> {
  const failed = checks.filter(({ outcome, method }) => outcome === 'fail' && method !== 'unrendered');
  const isRendered = rendered !== null && rendered.error === null;
  return { failedChecks: failed.map(({ id }) => id), isShell: !isRendered && isShell(checks) };
}

function factsOf(outline: PageOutline | null): Partial<CrawlPage> {
  if (!outline) return {};
  const { title, description, isIndexable, canonical, contentHash, simhash } = outline;
  const address = canonical === null ? null : pageAddress(canonical);
  return {
    variantsHash: variantsHash(outline),
    title,
    description,
    isIndexable,
    contentHash,
    canonicalHash: address === null ? null : addressHash(address),
    simhash,
  };
}

/** Versions of a page that name each other and themselves have the same one. */
function variantsHash(outline: PageOutline): Buffer | null {
  const variants = alternatesOf(outline, () => true);
  const own = pageAddress(outline.url);
  if (variants.length === 0 || own === null) return null;
  return addressHash([...new Set([...variants, own])].sort().join(' '));
}
