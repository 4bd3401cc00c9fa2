import {
  judgeHasLanguage,
  judgeLanguage,
  judgeLanguageMismatch,
  judgeRefresh,
  judgeTitle,
  judgeViewport,
} from '../axe/document-rules.js';
import { judgeDefinitionItems, judgeDefinitionLists, judgeListItems, judgeLists } from '../axe/list-rules.js';
import {
  judgeHeadingOrder,
  judgeNames,
  judgeTabindex,
  type NameRuleId,
  type RuleResult,
} from '../axe/rules.js';
import { attribute } from '../dom/dom.js';
import { documentLinks, headMetas, headMetasNamed } from '../dom/head.js';
import { headerValues, type Page } from '../page.js';
import { type LayoutVerdict } from '../layout-rules.js';
import {
  ACCESSIBILITY_FAULTS,
  ACCESSIBILITY_WEIGHTS,
  type AccessibilityRun,
  INFORMATIVE_AUDITS,
} from './accessibility.js';
import { canonicalFault } from './canonical.js';
import { type AuditScore, categoryScore } from './category-score.js';
import { uncrawlableAnchors } from './crawlable-anchors.js';
import { failuresOf } from './csp-evaluation.js';
import { alternateFault, languageAlternates } from './hreflang.js';
import { isCrawlable } from './is-crawlable.js';
import { genericLinks } from './link-text.js';
import { allowsOwnFetch } from './own-fetch.js';
import { type JudgedPerformance, PERFORMANCE_FAULTS, PERFORMANCE_WEIGHTS } from './performance.js';
import { faultyRobotsLines } from './robots-lines.js';
import { fitsPhones } from './viewport.js';

export const LIGHTHOUSE_VERSION = '12.8';

/** Categories that need a browser. */
export type RenderedCategory = 'accessibility' | 'best_practices' | 'performance';

export interface CategoryError {
  readonly code: string;
  /** One or two sentences. */
  readonly detail: string;
}

/** Categories in Lighthouse's order, with their names. */
export const LIGHTHOUSE_CATEGORIES = [
  { id: 'performance', name: 'Performance' },
  { id: 'accessibility', name: 'Accessibility' },
  { id: 'best_practices', name: 'Best practices' },
  { id: 'seo', name: 'SEO' },
] as const;

export interface LighthouseParity {
  readonly version: typeof LIGHTHOUSE_VERSION;
  /** Score of the category SEO, 0 to 100. */
  readonly seo: number;
  /** Score of the category accessibility, 0 to 100; null: it was not measured. */
  readonly accessibility: number | null;
  /** Score of the category best practices, 0 to 100; null: it was not measured. */
  readonly best_practices: number | null;
  /** Score of the category performance, 0 to 100; null: it was not measured. */
  readonly performance: number | null;
  /** Why categories that should have been measured have no score. */
  readonly errors: Readonly<Partial<Record<RenderedCategory, CategoryError>>>;
  /** Scores by Lighthouse's audit ids: verdicts, and those of metrics in hundredths. */
  readonly audits: Readonly<Record<string, number | null>>;
}

type AuditRule = (page: Page) => AuditScore;

/** Audits of the category SEO.
 *  @see https://github.com/GoogleChrome/lighthouse/blob/v12.8.2/core/config/default-config.js */
const SEO_AUDITS: Readonly<Record<string, AuditRule>> = {
  'is-crawlable': (page) => passed(isCrawlable(asFetched(page))),
  'document-title': ({ dom }) => ruled(judgeTitle(dom)),
  'meta-description': (page) => passed(hasDescription(page)),
  // Pages with an error status are not audited.
  'http-status-code': () => 1,
  'link-text': (page) => passed(genericLinks(page, 'lighthouse').generic.length === 0),
  'crawlable-anchors': (page) => passed(uncrawlableAnchors(page).uncrawlable.length === 0),
  'robots-txt': (page) => {
    const { status, body } = asFetched(page).robotsTxt;
    if (status === null || status >= 500) return 0;
    if (status >= 400 || body === '') return null;
    return passed(faultyRobotsLines(body, { knowsOthers: false }).length === 0);
  },
  'image-alt': ({ dom }) => ruled(judgeNames(dom, 'image-alt')),
  hreflang: (page) =>
    passed(languageAlternates(documentLinks(page)).every((link) => alternateFault(link) === null)),
  canonical: (page) => {
    const { canonicals, fault } = canonicalFault(page, documentLinks(page));
    return canonicals.length === 0 ? null : passed(fault === null);
  },
  // A manual audit.
  'structured-data': () => null,
};

const SEO_WEIGHTS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(Object.keys(SEO_AUDITS).map((id) => [id, 1])),
  'is-crawlable': 93 / 23,
};

const NAME_AUDITS: readonly NameRuleId[] = [
  'label',
  'select-name',
  'button-name',
  'link-name',
  'frame-title',
  'input-image-alt',
  'input-button-name',
  'object-alt',
  'empty-heading',
];

const OTHER_AUDITS: Readonly<Record<string, AuditRule>> = {
  charset: (page) => passed(declaresCharset(page)),
  viewport: (page) => passed(fitsPhones(page)),
  doctype: ({ dom }) => passed(dom.hasDoctype && dom.mode === 'no-quirks'),
  'has-hsts': (page) => passed(hasLongHsts(page)),
  'csp-xss': (page) => passed(resistsInjection(page)),
  'redirects-http': redirectsHttp,
  'html-has-lang': ({ dom }) => ruled(judgeHasLanguage(dom)),
  'html-lang-valid': ({ dom }) => ruled(judgeLanguage(dom)),
  'html-xml-lang-mismatch': ({ dom }) => ruled(judgeLanguageMismatch(dom)),
  'meta-viewport': ({ dom }) => ruled(judgeViewport(dom)),
  'meta-refresh': ({ dom }) => ruled(judgeRefresh(dom)),
  'heading-order': ({ dom }) => ruled(judgeHeadingOrder(dom)),
  tabindex: ({ dom }) => ruled(judgeTabindex(dom)),
  list: ({ dom }) => ruled(judgeLists(dom)),
  listitem: ({ dom }) => ruled(judgeListItems(dom)),
  'definition-list': ({ dom }) => ruled(judgeDefinitionLists(dom)),
  dlitem: ({ dom }) => ruled(judgeDefinitionItems(dom)),
};

/** Only of rendered documents. */
const LAYOUT_AUDITS = ['color-contrast', 'target-size', 'link-in-text-block'] as const;

/** Results of Lighthouse 12.8 that markup and headers decide, quirks included; and layout, if a browser measured it. */
export function lighthouseParity(page: Page): LighthouseParity {
  const audits: Record<string, AuditScore> = {};
  for (const [id, rule] of Object.entries(SEO_AUDITS)) audits[id] = rule(page);
  for (const [id, rule] of Object.entries(OTHER_AUDITS)) audits[id] = rule(page);
  for (const id of NAME_AUDITS) audits[id] = ruled(judgeNames(page.dom, id));
  if (page.layout) for (const id of LAYOUT_AUDITS) audits[id] = measured(page.layout[id]);
  const seo = categoryScore(audits, SEO_WEIGHTS);
  return {
    version: LIGHTHOUSE_VERSION,
    seo,
    accessibility: null,
    best_practices: null,
    performance: null,
    errors: {},
    audits,
  };
}

/** The results with those of a browser, which count also for audits that markup decides. */
export function withAccessibility(
  parity: LighthouseParity,
  { audits: measured, fault }: AccessibilityRun,
): LighthouseParity {
  const informative = Object.fromEntries(INFORMATIVE_AUDITS.map((id) => [id, null]));
  const audits = { ...parity.audits, ...measured, ...informative };
  return {
    ...parity,
    seo: categoryScore(audits, SEO_WEIGHTS),
    accessibility: fault === null ? categoryScore(measured, ACCESSIBILITY_WEIGHTS) : null,
    errors: {
      ...parity.errors,
      ...(fault !== null && { accessibility: { code: fault, detail: ACCESSIBILITY_FAULTS[fault] } }),
    },
    audits,
  };
}

/** The results with what was measured of a page's load. */
export function withPerformance(
  parity: LighthouseParity,
  { audits, fault }: JudgedPerformance,
): LighthouseParity {
  if (fault !== null) {
    const error = { code: fault, detail: PERFORMANCE_FAULTS[fault] };
    return { ...parity, errors: { ...parity.errors, performance: error } };
  }
  return {
    ...parity,
    performance: categoryScore(audits, PERFORMANCE_WEIGHTS),
    audits: { ...parity.audits, ...audits },
  };
}

/** The page with the robots.txt that its own scripts could fetch. A fetch that is redirected too often fails. */
function asFetched(page: Page): Page {
  const { status } = page.robotsTxt;
  const isLost = status !== null && status >= 300 && status < 400;
  return allowsOwnFetch(page) && !isLost ? page : { ...page, robotsTxt: { status: null, body: '' } };
}

function passed(isPassed: boolean): 1 | 0 {
  return isPassed ? 1 : 0;
}

function ruled({ judged, violations }: RuleResult): AuditScore {
  return judged.length === 0 ? null : passed(violations.length === 0);
}

/** What axe-core can not judge passes. */
function measured(verdict: LayoutVerdict | undefined): AuditScore {
  if (!verdict) return null;
  if (verdict.failed > 0) return 0;
  return verdict.passed + verdict.unsure > 0 ? 1 : null;
}

function hasDescription(page: Page): boolean {
  const [meta] = headMetasNamed(page, 'description');
  return meta !== undefined && (attribute(meta, 'content') ?? '').trim() !== '';
}

const CHARSET_NAME = /^[a-zA-Z0-9-_:.()]{2,}$/;
const CHARSET_PARAMETER = /charset\s*=\s*[a-zA-Z0-9-_:.()]{2,}/i;
const CHARSET_META = /<meta[^>]+charset[^<]+>/i;

/** A byte order mark counts only after another one; a quoted name in the header doesn't count.
 *  @see https://developer.chrome.com/docs/lighthouse/best-practices/charset/ */
function declaresCharset(page: Page): boolean {
  if (CHARSET_PARAMETER.test(headerValues(page, 'content-type')[0] ?? '')) return true;
  if (page.html.startsWith('\ufeff')) return true;
  if (!CHARSET_META.test(page.html.slice(0, 1024))) return false;
  return headMetas(page).some((meta) => {
    if (CHARSET_NAME.test(attribute(meta, 'charset') ?? '')) return true;
    const isContentType = attribute(meta, 'http-equiv')?.toLowerCase() === 'content-type';
    return isContentType && CHARSET_PARAMETER.test(attribute(meta, 'content') ?? '');
  });
}

const YEAR_SECONDS = 31_536_000;
const HSTS_DIRECTIVES = new Set(['includesubdomains', 'preload']);

/** An empty directive, as after a trailing semicolon, is a fault.
 *  @see https://developer.chrome.com/docs/lighthouse/best-practices/has-hsts */
function hasLongHsts(page: Page): boolean {
  const directives = headerValues(page, 'strict-transport-security')
    .flatMap((value) => value.split(';'))
    .map((directive) => directive.toLowerCase().replaceAll(/\s/g, ''));
  if (!directives.some((directive) => directive.includes('max-age'))) return false;
  return directives.every((directive) =>
    directive.includes('max-age')
      ? !(Number.parseInt(directive.split('=')[1] ?? '', 10) < YEAR_SECONDS)
      : HSTS_DIRECTIVES.has(directive),
  );
}

/** @see https://developer.chrome.com/docs/lighthouse/best-practices/csp-xss/ */
function resistsInjection(page: Page): boolean {
  const metas = headMetas(page)
    .filter((meta) => attribute(meta, 'http-equiv')?.toLowerCase() === 'content-security-policy')
    .map((meta) => attribute(meta, 'content') ?? '');
  const policies = [...headerValues(page, 'content-security-policy'), ...metas]
    .flatMap((value) => value.split(','))
    .filter((policy) => policy.trim() !== '');
  if (policies.length === 0) return false;
  return failuresOf(policies).length === 0;
}

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|.*\.localhost)$/;

/** Whether a host name or address is this machine's for Lighthouse. */
export function isLikeLocalhost(hostname: string): boolean {
  return LOCAL_HOST.test(hostname);
}

function redirectsHttp({ requestedUrl, url }: Page): AuditScore {
  const isLocal = isLikeLocalhost(new URL(url).hostname);
  return !requestedUrl.startsWith('http:') || isLocal ? null : passed(url.startsWith('https:'));
}
