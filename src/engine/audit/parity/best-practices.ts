import { type AuditScore, categoryScore } from './category-score.js';
import { judgeImages, type ImageFacts, type ViewportFacts } from './image-audits.js';
import { isLikeLocalhost, type LighthouseParity } from './lighthouse.js';

/** Weights of the audits of Lighthouse's category best practices that count.
 *  @see https://github.com/GoogleChrome/lighthouse/blob/v12.8.2/core/config/default-config.js */
export const BEST_PRACTICES_WEIGHTS: Readonly<Record<string, number>> = {
  'is-on-https': 5,
  'redirects-http': 1,
  'geolocation-on-start': 1,
  'notification-on-start': 1,
  'paste-preventing-inputs': 3,
  'image-aspect-ratio': 1,
  'image-size-responsive': 1,
  viewport: 1,
  'font-size': 1,
  doctype: 1,
  charset: 1,
  deprecations: 5,
  'third-party-cookies': 5,
  'errors-in-console': 1,
  'inspector-issues': 1,
};

export const BEST_PRACTICES_AUDITS: readonly string[] = Object.keys(BEST_PRACTICES_WEIGHTS);

/** Why the category has no score, by code. */
export const BEST_PRACTICES_FAULTS = {
  limits_reached:
    'The page requests more than a browser loads here, 500 files or 25 MB, and the rest counts as errors of its console.',
  too_large: 'The page has more elements or text than can be judged in time.',
  too_many_messages: 'The page made the browser report more than can be judged.',
  no_answer: 'The page stopped answering while it was judged.',
} as const;

export type BestPracticesFault = keyof typeof BEST_PRACTICES_FAULTS;

/** Issues that a browser's developer tools list, and that Lighthouse reads.
 *  @see https://chromedevtools.github.io/devtools-protocol/tot/Audits/#type-InspectorIssueDetails */
export const ISSUES = [
  'blockedByResponse',
  'contentSecurityPolicy',
  'cookie',
  'deprecation',
  'heavyAd',
  'mixedContent',
  'thirdPartyCookie',
] as const;

export type Issue = (typeof ISSUES)[number];

/** What a browser observed of a page until it was at rest, and read of it then. */
export interface PracticeFacts {
  /** Whether it sent a request without TLS to another machine. */
  readonly hasInsecureRequests: boolean;
  /** Whether its console has an error, other than that of a missing /favicon.ico. */
  readonly hasErrors: boolean;
  readonly asksForLocation: boolean;
  readonly asksToNotify: boolean;
  readonly issues: readonly Issue[];
  /** Whether it has an icon that needs no request. */
  readonly hasInlineIcon: boolean;
  readonly preventsPaste: boolean;
  /** Characters of all text that is shown, and of text below 12 px; once per line. */
  readonly text: { readonly all: number; readonly small: number };
  readonly viewport: ViewportFacts;
  readonly images: readonly ImageFacts[];
}

/** Facts, or why there are none. */
export type BestPracticesRun =
  | { readonly facts: PracticeFacts; readonly fault: null }
  | { readonly facts: null; readonly fault: BestPracticesFault };

/** What is known of the page without the browser. */
export interface PracticeContext {
  readonly isPhone: boolean;
  /** URLs that redirected to the document. */
  readonly redirects: readonly string[];
  /** Whether browsers request a host over TLS only. */
  readonly isPreloaded: (host: string) => boolean;
  /** The response to /favicon.ico, or to the icon that the page names; null: not requested. */
  readonly favicon: { readonly status: number | null; readonly error: string | null } | null;
}

/** The results with those of a browser. The audits that markup, headers and redirects decide are there already. */
export function withBestPractices(
  parity: LighthouseParity,
  { facts, fault }: BestPracticesRun,
  context: PracticeContext,
): LighthouseParity {
  if (!facts) {
    const errors = {
      ...parity.errors,
      best_practices: { code: fault, detail: BEST_PRACTICES_FAULTS[fault] },
    };
    return { ...parity, errors };
  }
  const audits = { ...parity.audits, ...judgePractices(facts, parity.audits, context) };
  return { ...parity, best_practices: categoryScore(audits, BEST_PRACTICES_WEIGHTS), audits };
}

function judgePractices(
  facts: PracticeFacts,
  known: LighthouseParity['audits'],
  context: PracticeContext,
): Record<string, AuditScore> {
  const has = (...issues: readonly Issue[]) => facts.issues.some((issue) => issues.includes(issue));
  return {
    ...judgeImages(facts.images, facts.viewport),
    'is-on-https': passed(!facts.hasInsecureRequests && !has('mixedContent') && isRedirectedSafely(context)),
    'geolocation-on-start': passed(!facts.asksForLocation),
    'notification-on-start': passed(!facts.asksToNotify),
    'paste-preventing-inputs': passed(!facts.preventsPaste),
    'font-size': context.isPhone ? passed(known.viewport === 1 && isLegible(facts.text)) : null,
    deprecations: passed(!has('deprecation')),
    'third-party-cookies': passed(!has('thirdPartyCookie')),
    'errors-in-console': passed(!facts.hasErrors && !lacksIcon(facts, context)),
    'inspector-issues': passed(
      !has('blockedByResponse', 'contentSecurityPolicy', 'cookie', 'heavyAd', 'mixedContent'),
    ),
  };
}

const MIN_LEGIBLE_SHARE = 0.6;

function isLegible({ all, small }: PracticeFacts['text']): boolean {
  return all === 0 || (all - small) / all >= MIN_LEGIBLE_SHARE;
}

/** Load errors that browsers log, too. */
const ICON_ERRORS = ['dns_not_found', 'connection_refused', 'connection_reset', 'tls_invalid', 'tls_failed'];

/** Browsers with windows ask for an icon and log that it is missing; those without don't. */
function lacksIcon({ hasInlineIcon }: PracticeFacts, { favicon }: PracticeContext): boolean {
  if (hasInlineIcon || !favicon) return false;
  const { status, error } = favicon;
  return status === null ? error !== null && ICON_ERRORS.includes(error) : status >= 400;
}

function isRedirectedSafely({ redirects, isPreloaded }: PracticeContext): boolean {
  return redirects.every((url) => {
    const { protocol, hostname } = new URL(url);
    return protocol === 'https:' || isLikeLocalhost(hostname) || isPreloaded(hostname);
  });
}

function passed(isPassed: boolean): 1 | 0 {
  return isPassed ? 1 : 0;
}
