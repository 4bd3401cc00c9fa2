import { parsedUrl } from '../../basics/url.js';
import { type LayoutRule, LAYOUT_RULES, type LayoutVerdict } from '../audit/layout-rules.js';
import {
  ACCESSIBILITY_AUDITS,
  ACCESSIBILITY_FAULTS,
  type AccessibilityRun,
} from '../audit/parity/accessibility.js';
import { type JudgedPerformance, performanceAudits } from '../audit/parity/performance.js';
import { type AuditScore } from '../audit/parity/category-score.js';
import { checkedOpportunities } from './checked-opportunities.js';
import { checkedPractices } from './checked-practices.js';
import { type BestPracticesRun } from '../audit/parity/best-practices.js';
import { type BrowserProgram } from './browser-program.js';
import { type AxeRules, type ClientEvent } from './client-messages.js';
import { type Device, EMULATIONS } from './device.js';
import { checkedPerformance, type Lab, labOf, type MeasuredLoad, medianLoad, UNMEASURED } from './lab.js';
import { type Metrics, metricsOf, type Observed } from './web-vitals.js';
import { RENDER_ERROR_CODES, RenderError, type RenderErrorCode } from './render-error.js';
import {
  MAX_CHARACTERS,
  MAX_URL_CHARACTERS,
  type RenderedDocument,
  type RenderFacts,
  type Rendering,
  type Screenshot,
} from './rendering.js';
import { webpSize } from './webp.js';

/** Errors of a run whose browser died or stopped answering. */
const CUT_OFF: readonly RenderErrorCode[] = ['browser_failed', 'page_crashed', 'page_hangs'];
/** Errors of a run whose browser died, or the page's process in it. */
export const DEATHS: readonly RenderErrorCode[] = ['browser_failed', 'page_crashed'];
const MAX_PICTURE_BYTES = 12e6;
const MAX_PICTURE_PIXELS = { width: 4096, height: 8192 };
const MAX_COUNT = 1e6;
const MAX_DETAIL_CHARACTERS = 1000;
/** Why no other load of a page would be measured. */
const HOPELESS: ReadonlySet<MeasuredLoad['performance']['fault']> = new Set([
  'limits_reached',
  'no_paint',
  'trace_too_large',
]);
/** A run takes half a minute. */
const MAX_MS = 1e6;
/** Of a run that ended before axe-core did. */
const UNJUDGED: AccessibilityRun = { audits: {}, fault: 'no_answer' };
/** Of a run that ended before the page was read for the category best practices. */
const UNREAD: BestPracticesRun = { facts: null, fault: 'no_answer' };
const OVER_LIMIT = { values: null, facts: null, fault: 'limits_reached' } as const;
const PLACES = { count: 20, characters: 1000 };

/** One run as its client tells of it. What it has found so far stays when it fails. A client repeats what a browser says,
 *  and a browser what a page says, so all of it is checked.  */
export class RenderRun {
  private metrics: Metrics | null = null;
  /** As its client measured it. */
  load: MeasuredLoad = { performance: UNMEASURED, opportunities: [] };
  private readonly furtherLoads: MeasuredLoad[] = [];
  private readonly pictures: Record<'viewport' | 'full', Screenshot | null> = { viewport: null, full: null };
  private readonly parts: string[] = [];
  private characters = 0;
  private document: RenderedDocument | null = null;
  private counts = { requests: 0, consoleErrors: 0 };
  private error: RenderFacts['error'] = null;
  /** Whether the rest of the page was not loaded. What is measured of such a load is not the page's own. */
  isOverLimit = false;

  constructor(
    private readonly program: BrowserProgram,
    private readonly device: Device,
    private readonly rules: AxeRules,
  ) {}

  get hasDocument(): boolean {
    return this.document !== null;
  }

  /** Whether there is no document because the browser died or stopped answering, or one that was not judged because the
   *  browser died. */
  get wasCutOff(): boolean {
    if (this.error === null) return false;
    if (this.document === null) return CUT_OFF.includes(this.error.code);
    return this.document.accessibility === UNJUDGED && DEATHS.includes(this.error.code);
  }

  fail(error: unknown): void {
    const { code, message } =
      error instanceof RenderError
        ? error
        : new RenderError('browser_failed', `The browser failed: ${firstLineOf(error)}`);
    this.error ??= { code, detail: message.slice(0, MAX_DETAIL_CHARACTERS) };
  }

  /** @throws Error if the event is not what a client tells */
  note(event: ClientEvent): void {
    switch (event.event) {
      case 'metrics':
        this.metrics = metricsOf(checkedMetrics(event.observed));
        return;
      case 'lab':
        this.load = {
          performance: this.isOverLimit ? OVER_LIMIT : checkedPerformance(event),
          opportunities: this.isOverLimit ? [] : checkedOpportunities(event.opportunities),
        };
        return;
      case 'screenshot':
        this.pictures[event.kind === 'full' ? 'full' : 'viewport'] = checkedPicture(event.webp);
        return;
      case 'html':
        this.characters += checkedText(event.text, MAX_CHARACTERS).length;
        if (this.characters > MAX_CHARACTERS) throw new Error('the document is too long');
        this.parts.push(event.text);
        return;
      case 'document':
        this.document = {
          html: this.parts.join(''),
          url: checkedText(event.url, MAX_URL_CHARACTERS),
          documentUrl: sourceOf(event),
          mark: checkedText(event.mark, 100),
          layout: {},
          accessibility: this.rules === 'lighthouse' ? UNJUDGED : null,
          bestPractices: this.rules === 'lighthouse' ? UNREAD : null,
          performance: null,
        };
        return;
      case 'judged':
        this.noteVerdicts(event);
        return;
      case 'practices':
        if (this.document?.bestPractices)
          this.document = {
            ...this.document,
            bestPractices: this.isOverLimit ? OVER_LIMIT : checkedPractices(event.run),
          };
        return;
      case 'ended':
        this.end(event);
        return;
      default:
    }
  }

  /** Whether loading the page again tells more. */
  get isRepeatable(): boolean {
    return this.document !== null && !HOPELESS.has(this.load.performance.fault);
  }

  /** Adds what another load of the same page took. */
  repeat(load: MeasuredLoad): void {
    this.furtherLoads.push(load);
  }

  /** @param proxied what the proxy saw of it */
  result(proxied: {
    readonly bytes: number;
    readonly refused: number;
  }): Rendering | { readonly facts: RenderFacts } {
    const { viewport, scale } = EMULATIONS[this.device];
    const load = medianLoad([this.load, ...this.furtherLoads]);
    const lab = this.labOf(load);
    const facts = {
      engine: this.program.engine,
      version: this.program.version,
      device: this.device,
      viewport: { ...viewport, scale },
      metrics: this.metrics,
      lab,
      opportunities: lab && load.opportunities,
      requests: this.counts.requests,
      transfer_bytes: proxied.bytes,
      console_errors: this.counts.consoleErrors,
      blocked_requests: proxied.refused,
      error: this.document ? null : this.error,
    };
    return this.document
      ? { ...this.pictures, document: { ...this.document, performance: this.judged(load) }, facts }
      : { facts };
  }

  private labOf({ performance: { values } }: MeasuredLoad): Lab | null {
    const isAsked = this.document !== null && this.rules === 'lighthouse';
    return isAsked && values ? labOf(values, this.device, [this.load, ...this.furtherLoads]) : null;
  }

  private judged({ performance: { values, fault } }: MeasuredLoad): JudgedPerformance | null {
    if (this.rules !== 'lighthouse') return null;
    return { audits: values ? performanceAudits(values, this.device) : {}, fault };
  }

  private noteVerdicts({ layout, accessibility }: Extract<ClientEvent, { event: 'judged' }>): void {
    if (!this.document) return;
    this.document = {
      ...this.document,
      layout: checkedLayout(layout),
      accessibility: this.document.accessibility && checkedAccessibility(accessibility),
    };
  }

  private end({ error, requests, consoleErrors }: Extract<ClientEvent, { event: 'ended' }>): void {
    this.counts = { requests: checkedCount(requests), consoleErrors: checkedCount(consoleErrors) };
    if (error === null) return;
    const code = RENDER_ERROR_CODES.find((known) => known === error.code) ?? 'browser_failed';
    this.fail(new RenderError(code, checkedText(error.detail, Infinity)));
  }
}

function checkedText(value: unknown, maxCharacters: number): string {
  if (typeof value === 'string' && value.length <= maxCharacters) return value;
  throw new Error('a text is none or too long');
}

function checkedCount(value: unknown): number {
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_COUNT) return Number(value);
  throw new Error('a number is out of range');
}

function checkedPicture(webp: unknown): Screenshot | null {
  if (!(webp instanceof Uint8Array) || webp.length > MAX_PICTURE_BYTES) return null;
  const size = webpSize(webp);
  const isPicture =
    size && size.width <= MAX_PICTURE_PIXELS.width && size.height <= MAX_PICTURE_PIXELS.height;
  return isPicture ? { webp, ...size } : null;
}

function checkedMetrics(observed: Partial<Readonly<Record<string, unknown>>> | Observed): Observed {
  const of = (name: keyof Observed) => {
    const value: unknown = observed[name];
    return typeof value === 'number' && value >= 0 && value <= MAX_MS ? value : null;
  };
  return {
    fcp: of('fcp'),
    lcp: of('lcp'),
    cls: of('cls'),
    tbt: of('tbt'),
    ttfb: of('ttfb'),
    load: of('load'),
  };
}

function checkedLayout(verdicts: Partial<Readonly<Record<LayoutRule, LayoutVerdict>>>) {
  const rules = Object.values(LAYOUT_RULES).flatMap((rule) => {
    const verdict = verdicts[rule];
    return verdict ? [[rule, checkedVerdict(verdict)] as const] : [];
  });
  return Object.fromEntries(rules);
}

function checkedAccessibility({ audits, fault }: AccessibilityRun): AccessibilityRun {
  const known = ACCESSIBILITY_AUDITS.filter((id) => Object.hasOwn(audits, id));
  const checked = Object.fromEntries(known.map((id) => [id, checkedScore(audits[id])]));
  const hasAll = known.length === ACCESSIBILITY_AUDITS.length;
  if (fault !== null && Object.hasOwn(ACCESSIBILITY_FAULTS, fault)) return { audits: checked, fault };
  return { audits: checked, fault: hasAll && fault === null ? null : 'rules_failed' };
}

function checkedScore(score: unknown): AuditScore {
  if (score === 1 || score === 0 || score === null) return score;
  throw new Error('a verdict is none');
}

function checkedVerdict({ passed, failed, unsure, places }: LayoutVerdict): LayoutVerdict {
  return {
    passed: checkedCount(passed),
    failed: checkedCount(failed),
    unsure: checkedCount(unsure),
    places: places.slice(0, PLACES.count).map(({ selector, excerpt }) => ({
      selector: checkedText(selector, PLACES.characters),
      excerpt: checkedText(excerpt, PLACES.characters),
    })),
  };
}

function firstLineOf(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? '';
}

/** Where a document came from; the address that it shows if what was told can't be one that its scripts have changed. */
function sourceOf({ url, documentUrl }: Extract<ClientEvent, { event: 'document' }>): string {
  const source = parsedUrl(checkedText(documentUrl, MAX_URL_CHARACTERS));
  return source && source.origin === parsedUrl(url)?.origin ? source.href : url;
}
