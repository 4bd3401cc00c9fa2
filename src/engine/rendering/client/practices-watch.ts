import { type CDPSession, type Page } from 'playwright-core';
import { isLikeLocalhost } from '../../audit/parity/lighthouse.js';
import { type Issue, ISSUES } from '../../audit/parity/best-practices.js';

/** Log entries and issues of one page. */
const MAX_ENTRIES = 5000;
/** Messages of scripts to the console until their first error, and characters of those. After that, Playwright's count of
 *  errors decides: it reads them anyway, and a second copy of long ones would use up what a run may send. */
const MAX_MESSAGES = 500;
const MAX_MESSAGE_CHARACTERS = 500_000;
/** URLs, and characters of each. */
const MAX_URLS = 200;
const MAX_URL_CHARACTERS = 2000;

/** Names of the protocol for a cookie that browsers refuse, or will, because another site sets it. */
const PHASE_OUT = ['WarnThirdPartyPhaseout', 'ExcludeThirdPartyPhaseout'];
/** Requests that the developer tools blocked. */
const BLOCKED_BY_TOOLS = 'ERR_BLOCKED_BY_CLIENT.Inspector';

/** What {@link PracticesWatch} saw. */
export interface SeenPractices {
  readonly hasInsecureRequests: boolean;
  readonly hasErrors: boolean;
  readonly asksForLocation: boolean;
  readonly asksToNotify: boolean;
  readonly issues: readonly Issue[];
}

interface CookieIssue {
  readonly cookie?: { readonly name?: string };
  readonly rawCookieLine?: string;
  readonly cookieWarningReasons: readonly string[];
  readonly cookieExclusionReasons: readonly string[];
}

/** Listens to what a browser reports of a page while it loads, for Lighthouse's category best practices: entries of its
 *  log, errors of scripts, issues and requests. */
export class PracticesWatch {
  private hasErrors = false;
  private asksForLocation = false;
  private asksToNotify = false;
  /** Whether there were too many messages to read them all. */
  isIncomplete = false;
  private isOver = false;
  /** Whether messages of scripts are read no more, though none was an error. */
  private isDeaf = false;
  private entries = 0;
  private messages = 0;
  private messageCharacters = 0;
  private readonly issues = new Set<Issue>();
  private readonly insecure = new Set<string>();
  /** URLs of files that came as SVG. */
  readonly svgFiles = new Set<string>();

  private constructor(private readonly session: CDPSession) {}

  static async start(session: CDPSession, page: Page): Promise<PracticesWatch> {
    const watch = new PracticesWatch(session);
    watch.watchRequests(page);
    watch.watchLog();
    watch.watchScripts();
    watch.watchIssues();
    await session.send('Log.enable');
    const config = [{ name: 'discouragedAPIUse', threshold: -1 } as const];
    await session.send('Log.startViolationsReport', { config });
    await session.send('Runtime.enable');
    await session.send('Audits.enable');
    return watch;
  }

  /** From now on nothing counts: what follows may be due to our reading.
   *  @param hasScriptErrors whether the console had an error in all, as Playwright counts them */
  async end(hasScriptErrors: boolean): Promise<void> {
    if (this.isDeaf) this.hasErrors ||= hasScriptErrors;
    this.isOver = true;
    await Promise.all([
      this.session.send('Log.disable'),
      this.session.send('Runtime.disable'),
      this.session.send('Audits.disable'),
    ]);
  }

  get seen(): SeenPractices {
    const { hasErrors, asksForLocation, asksToNotify } = this;
    return {
      hasInsecureRequests: this.insecure.size > 0,
      hasErrors,
      asksForLocation,
      asksToNotify,
      issues: [...this.issues],
    };
  }

  private watchRequests(page: Page): void {
    page.on('request', (request) => {
      const url = request.url();
      if (this.isOver || !url.startsWith('http:') || this.insecure.size >= MAX_URLS) return;
      if (!isLikeLocalhost(new URL(url).hostname)) this.insecure.add(url.slice(0, MAX_URL_CHARACTERS));
    });
    page.on('response', (response) => {
      if (this.isOver) return;
      const url = response.url();
      const headers = response.headers();
      // Browsers answer for hosts that want to be requested over TLS only.
      if (headers['non-authoritative-reason'] === 'HSTS')
        this.insecure.delete(url.slice(0, MAX_URL_CHARACTERS));
      const isSvg = response.status() === 200 && /^\s*image\/svg\+xml/i.test(headers['content-type'] ?? '');
      if (isSvg && url.length <= MAX_URL_CHARACTERS && this.svgFiles.size < MAX_URLS) this.svgFiles.add(url);
    });
  }

  private watchLog(): void {
    this.session.on('Log.entryAdded', ({ entry: { source, level, text, url = '' } }) => {
      if (this.isOver || !this.countEntry()) return;
      if (source === 'violation' && url !== '') {
        this.asksForLocation ||= text.includes('geolocation');
        this.asksToNotify ||= text.includes('notification permission');
      }
      if (level === 'error' && !isFavicon(url)) this.noteError(text);
    });
  }

  private watchScripts(): void {
    this.session.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) => {
      const texts = args.map(({ value, description }) => String(value ?? description ?? ''));
      if (!this.countMessage(texts)) return;
      const text = texts.join(' ');
      if (type === 'error' && (text !== '' || stackTrace)) this.noteError(text);
    });
    this.session.on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, text } }) => {
      const description = exception ? (exception.description ?? '') : text;
      if (this.countMessage([description]) && description !== '') this.noteError(description);
    });
  }

  private watchIssues(): void {
    this.session.on('Audits.issueAdded', ({ issue: { details } }) => {
      if (this.isOver || !this.countEntry()) return;
      const [key = ''] = Object.keys(details);
      const issue = ISSUES.find((known) => `${known}IssueDetails` === key);
      if (issue) this.issues.add(issue);
      if (details.cookieIssueDetails && isPhasedOut(details.cookieIssueDetails))
        this.issues.add('thirdPartyCookie');
    });
  }

  private noteError(text: string): void {
    if (text.includes(BLOCKED_BY_TOOLS)) return;
    this.hasErrors = true;
    this.send('Runtime.disable');
  }

  /** @returns whether it is still within the limit */
  private countEntry(): boolean {
    if (++this.entries <= MAX_ENTRIES) return true;
    if (this.isIncomplete) return false;
    this.isIncomplete = true;
    this.send('Log.disable');
    this.send('Audits.disable');
    return false;
  }

  /** @returns whether it is to be read */
  private countMessage(texts: readonly string[]): boolean {
    if (this.isOver || this.isDeaf || this.hasErrors) return false;
    this.messageCharacters += texts.reduce((sum, text) => sum + text.length, 0);
    this.messages += 1;
    if (this.messages <= MAX_MESSAGES && this.messageCharacters <= MAX_MESSAGE_CHARACTERS) return true;
    this.isDeaf = true;
    this.send('Runtime.disable');
    return false;
  }

  private send(method: 'Log.disable' | 'Runtime.disable' | 'Audits.disable'): void {
    // The page may be closed meanwhile.
    this.session.send(method).catch(() => undefined);
  }
}

function isPhasedOut(issue: CookieIssue): boolean {
  const reasons = [...issue.cookieWarningReasons, ...issue.cookieExclusionReasons];
  const name = issue.cookie?.name ?? issue.rawCookieLine ?? '';
  return name !== '' && reasons.some((reason) => PHASE_OUT.includes(reason));
}

/** The one that browsers with windows ask for by themselves, unless a page names another. */
export function isFavicon(url: string): boolean {
  return /^https?:\/\/[^/]*\/favicon\.ico$/.test(url);
}
