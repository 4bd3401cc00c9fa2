import { Inject, Injectable } from '@nestjs/common';
import { resultOf } from '../audit/score.js';
import { CONFIG, type Config } from '../config/config.js';
import { PathNotFound } from '../http/http-errors.js';
import { ListReportsQuery } from '../reports/dto/list-reports.dto.js';
import { ReportsRepository } from '../reports/reports.repository.js';
import { ReportsService } from '../reports/reports.service.js';
import { isPassword } from '../websites/password.js';
import { type Website } from '../websites/website.entity.js';
import { WebsitesRepository } from '../websites/websites.repository.js';
import { accessTo, lockOf, type Visitor } from './access.js';
import { type BadgeState } from './badge.js';
import { type ListSharedReportsQuery } from './dto/list-shared-reports.dto.js';
import { comparePage } from './pages/compare-page.js';
import { reportPage } from './pages/report-page.js';
import { type Share } from './pages/share-page.js';
import { websitePage } from './pages/website-page.js';
import { SharedReportsRepository } from './shared-reports.repository.js';
import { unlockCookie } from './unlock-cookie.js';
import { UnlockTriesRepository } from './unlock-tries.repository.js';
import { sharePath } from '../websites/share-path.js';

/** Password attempts per network and website. */
const MAX_ATTEMPTS = 10;
const ATTEMPTS_WINDOW_SECONDS = 15 * 60;
/** Days in the score chart. */
const MAX_DAYS = 180;

/** A request for a share page. */
export interface ShareVisit {
  readonly token: string;
  readonly visitor: Visitor;
  /** Base URL of absolute links, without a trailing slash. */
  readonly base: string;
}

/** The page, or that a password is required. */
export type Shown = { readonly markup: string; readonly isPublic: boolean } | 'locked';

/** The unlock cookie (null: not needed), a wrong password, or too many attempts. */
export type Unlocking = { readonly cookie: string | null } | 'wrong' | { readonly waitSeconds: number };

/** Shows websites and reports to people without an API key, as far as the website's privacy allows. */
@Injectable()
export class SharingService {
  constructor(
    private readonly websites: WebsitesRepository,
    private readonly reports: ReportsRepository,
    private readonly lists: ReportsService,
    private readonly shared: SharedReportsRepository,
    private readonly tries: UnlockTriesRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws PathNotFound, ValidationFailed */
  async showWebsite(visit: ShareVisit, query: ListSharedReportsQuery): Promise<Shown> {
    const [website, days] = await Promise.all([
      this.found(visit),
      this.websites.daysOfShare(visit.token, MAX_DAYS),
    ]);
    return this.shown(visit, website, async (share) => {
      const average = website.reports_avg_score;
      const ofWebsite = Object.assign(new ListReportsQuery(), query, { website_id: website.id });
      const listing = await this.lists.list(website.account_id, ofWebsite);
      const result = average === null ? null : this.resultOf(average);
      return websitePage({ share, result, days, listing, query });
    });
  }

  /** @throws PathNotFound */
  async showReport(visit: ShareVisit, id: number): Promise<Shown> {
    const [website, report, history, earlier] = await Promise.all([
      this.found(visit),
      this.reports.ofShare(visit.token, id),
      this.shared.historyOf(visit.token, id),
      this.shared.earlierOutcomes(visit.token, id),
    ]);
    return this.shown(visit, website, (share) => {
      if (!report) throw new PathNotFound();
      return reportPage({ share, report, history, earlier, resultOf: (score) => this.resultOf(score) });
    });
  }

  /** @throws PathNotFound unless both are completed reports of one URL */
  async compare(visit: ShareVisit, beforeId: number, afterId: number): Promise<Shown> {
    const [website, before, after] = await Promise.all([
      this.found(visit),
      this.reports.ofShare(visit.token, beforeId),
      this.reports.ofShare(visit.token, afterId),
    ]);
    return this.shown(visit, website, (share) => {
      if (before?.report.status !== 'completed' || after?.report.status !== 'completed')
        throw new PathNotFound();
      if (before.report.url !== after.report.url || beforeId === afterId) throw new PathNotFound();
      return comparePage(share, before, after);
    });
  }

  /** @param url page to show the latest score of; null: the whole website
   *  @throws PathNotFound */
  async badge(visit: ShareVisit, url: string | null): Promise<{ state: BadgeState; isPublic: boolean }> {
    const [website, latest] = await Promise.all([
      this.found(visit),
      this.shared.latestScore(visit.token, url),
    ]);
    const needsPassword = accessTo(website, visit.visitor, Date.now()) === 'locked';
    return { state: needsPassword ? 'locked' : (latest ?? 'not graded'), isPublic: website.privacy === 0 };
  }

  /** Checks a password.
   *  @param network network of the visitor, which attempts are counted by
   *  @throws PathNotFound */
  async unlock(visit: ShareVisit, password: string, network: string): Promise<Unlocking> {
    const website = await this.found(visit);
    if (accessTo(website, visit.visitor, Date.now()) === 'open') return { cookie: null };
    const { used, seconds } = await this.tries.take(website, network, ATTEMPTS_WINDOW_SECONDS);
    if (used > MAX_ATTEMPTS) return { waitSeconds: seconds };
    const isRight = await isPassword(password, website.password_hash);
    const lock = lockOf(website);
    if (!isRight || !lock) return 'wrong';
    await this.tries.forget(website, network);
    return { cookie: unlockCookie(lock, Date.now()) };
  }

  /** @throws PathNotFound if the website doesn't exist or is hidden from this visitor */
  private async found({ token, visitor }: ShareVisit): Promise<Website> {
    const website = await this.websites.ofShare(token);
    if (!website || accessTo(website, visitor, Date.now()) === 'hidden') throw new PathNotFound();
    return website;
  }

  private async shown(
    { visitor, base }: ShareVisit,
    website: Website,
    markup: (share: Share) => string | Promise<string>,
  ): Promise<Shown> {
    if (accessTo(website, visitor, Date.now()) === 'locked') return 'locked';
    const share = { website, address: base + sharePath(website.share_token) };
    return { markup: await markup(share), isPublic: website.privacy === 0 };
  }

  private resultOf(score: number) {
    return resultOf(score, { good: this.config.scoreGood, decent: this.config.scoreDecent });
  }
}
