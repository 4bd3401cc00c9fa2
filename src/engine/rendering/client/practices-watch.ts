import { isLikeLocalhost } from '../../audit/parity/lighthouse.js';
import { type Issue, ISSUES } from '../../audit/parity/best-practices.js';
import { parsedUrl } from '../../../basics/url.js';
import { isFavicon } from './page-activity.js';
import { type BrowserPage } from './protocol/browser-page.js';
import { type ProtocolSession } from './protocol/protocol-session.js';

/** Log entries and issues of one page. */
const MAX_ENTRIES = 5000;
/** URLs, and characters of each. */
const MAX_URLS = 500;
const MAX_URL_CHARACTERS = 2000;

/** Names of the protocol for a cookie that browsers refuse, or will, because another site sets it. */
const PHASE_OUT = ['WarnThirdPartyPhaseout', 'ExcludeThirdPartyPhaseout'];
/** Requests that the developer tools blocked. */
const BLOCKED_BY_TOOLS = 'ERR_BLOCKED_BY_CLIENT.Inspector';

/** @see https://github.com/GoogleChrome/lighthouse/blob/v12.8.2/core/lib/url-utils.js */
const IS_SECURE = /^(data|https|wss|blob|chrome|chrome-extension|about|filesystem):/;

/** What {@link PracticesWatch} saw. */
export interface SeenPractices {
  readonly hasInsecureRequests: boolean;
  readonly hasErrors: boolean;
  readonly asksForLocation: boolean;
  readonly asksToNotify: boolean;
  readonly issues: readonly Issue[];
}

interface SeenResponse {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
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
  private entries = 0;
  private readonly issues = new Set<Issue>();
  private readonly insecure = new Set<string>();
  /** Ids of requests for icons, which browsers make by themselves. */
  private readonly icons = new Set<string>();
  /** URLs of files that came as SVG. */
  readonly svgFiles = new Set<string>();

  private constructor(private readonly session: ProtocolSession) {}

  /** To be called before the page is loaded. Its session reports its log and console already. */
  static async start(page: BrowserPage): Promise<PracticesWatch> {
    const { session } = page;
    const watch = new PracticesWatch(session);
    watch.watchRequests(page);
    watch.watchLog();
    watch.watchScripts();
    watch.watchIssues();
    const config = [{ name: 'discouragedAPIUse', threshold: -1 } as const];
    await Promise.all([session.send('Log.startViolationsReport', { config }), session.send('Audits.enable')]);
    return watch;
  }

  /** From now on nothing counts: what follows may be due to our reading. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.session.send('Audits.disable');
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

  private watchRequests(page: BrowserPage): void {
    page.on('Network.requestWillBeSent', ({ requestId, type, request: { url }, redirectResponse }) => {
      if (redirectResponse) this.noteResponse(redirectResponse);
      const isIcon = isFavicon(url) && type === 'Other';
      if (isIcon && this.icons.size < MAX_URLS) this.icons.add(requestId);
      if (this.isOver || isIcon || IS_SECURE.test(url) || this.insecure.size >= MAX_URLS) return;
      // Lighthouse leaves out what is no URL to Node.js. Chromium accepts a space in a host name.
      const host = parsedUrl(url)?.hostname;
      if (host !== undefined && !isLikeLocalhost(host)) this.insecure.add(url.slice(0, MAX_URL_CHARACTERS));
    });
    page.on('Network.responseReceived', ({ response }) => {
      this.noteResponse(response);
    });
  }

  private noteResponse({ url, status, headers: received }: SeenResponse): void {
    if (this.isOver) return;
    const headers = new Map(Object.entries(received).map(([name, value]) => [name.toLowerCase(), value]));
    // Browsers answer for hosts that want to be requested over TLS only.
    if (headers.get('non-authoritative-reason') === 'HSTS')
      this.insecure.delete(url.slice(0, MAX_URL_CHARACTERS));
    const isSvg = status === 200 && /^\s*image\/svg\+xml/i.test(headers.get('content-type') ?? '');
    if (isSvg && url.length <= MAX_URL_CHARACTERS && this.svgFiles.size < MAX_URLS) this.svgFiles.add(url);
  }

  private watchLog(): void {
    this.session.on('Log.entryAdded', ({ entry: { source, level, text, url = '', networkRequestId } }) => {
      if (this.isOver || !this.countEntry()) return;
      if (source === 'violation' && url !== '') {
        this.asksForLocation ||= text.includes('geolocation');
        this.asksToNotify ||= text.includes('notification permission');
      }
      const isOfIcon = networkRequestId === undefined ? isFavicon(url) : this.icons.has(networkRequestId);
      if (level === 'error' && !isOfIcon) this.noteError(text);
    });
  }

  private watchScripts(): void {
    this.session.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) => {
      if (type !== 'error') return;
      const texts = args.map(({ value, description }) => String(value ?? description ?? ''));
      const text = texts.join(' ');
      if (text !== '' || stackTrace) this.noteError(text);
    });
    this.session.on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, text } }) => {
      const description = exception ? (exception.description ?? '') : text;
      if (description !== '') this.noteError(description);
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
    if (!this.isOver && !text.includes(BLOCKED_BY_TOOLS)) this.hasErrors = true;
  }

  /** @returns whether it is still within the limit */
  private countEntry(): boolean {
    if (++this.entries <= MAX_ENTRIES) return true;
    if (!this.isIncomplete) this.session.send('Audits.disable').catch(() => undefined);
    this.isIncomplete = true;
    return false;
  }
}

function isPhasedOut(issue: CookieIssue): boolean {
  const reasons = [...issue.cookieWarningReasons, ...issue.cookieExclusionReasons];
  const name = issue.cookie?.name ?? issue.rawCookieLine ?? '';
  return name !== '' && reasons.some((reason) => PHASE_OUT.includes(reason));
}
