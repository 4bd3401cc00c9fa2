import { ApiProperty, OmitType } from '@nestjs/swagger';
import { type EndedCrawl } from '../../crawls/ending/crawl-endings.js';
import {
  BooleanField,
  EnumField,
  IdField,
  LinksField,
  StringField,
} from '../../platform/http/openapi/fields.js';
import { ReportErrorView } from '../../reports/views/report.view.js';
import { ReportEventView } from '../../reports/views/report-event.view.js';
import { ApiEvent } from '../../webhooks/events/api-event.decorator.js';
import { shortUrl } from '../../basics/url.js';
import { MAX_BUDGETS } from '../budgets.js';
import { MONITOR_KINDS, type MonitorKind } from '../monitor-kind.js';
import { type Breach } from './monitor-state.js';
import { type Monitor } from '../monitor.entity.js';
import { BreachView } from '../monitor.view.js';

const PAUSE_REASONS = ['by_request', 'url_not_allowed'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** The run of a monitor that crossed budgets. */
@ApiEvent('monitor.breached', {
  summary: 'A run breached budgets of its monitor',
  description:
    'Sent once per breach; if the monitor has confirm, after a second audit has confirmed it. score is that of the ' +
    'report, or the mean of the pages of a crawl, rounded.',
})
@ApiEvent('monitor.recovered', { summary: 'Breached budgets of a monitor hold again' })
export class BudgetsCrossedView extends OmitType(ReportEventView, ['report_id', 'links'] as const) {
  @IdField({ example: 2 }) monitor_id!: number;

  @EnumField(MONITOR_KINDS, { description: 'Of the monitor.', example: 'page' }) kind!: MonitorKind;

  @IdField({ nullable: true, example: 311, description: 'Null: a crawl crossed the budgets.' })
  report_id!: number | null;

  @IdField({ nullable: true, example: null, description: 'Null: a report crossed the budgets.' })
  crawl_id!: number | null;

  @BooleanField({
    description:
      'Whether the run that crossed them, or one of those in a row that did, was measured in another way than the run ' +
      'before it: by the rules of another version of Pagegrade, or with a browser instead of without. Then the page may ' +
      'be as it was.',
  })
  measured_differently!: boolean;

  @ApiProperty({
    type: () => BreachView,
    isArray: true,
    maxItems: MAX_BUDGETS,
    description: 'The budgets that were crossed, and what was measured: as many as fit into 4 KB.',
    example: [{ metric: 'score', max_drop: 10, value: 61, report_id: 311, crawl_id: null }],
  })
  breaches!: Breach[];

  @LinksField({ monitor: 'monitors/2' }, { report: 'reports/311', crawl: 'crawls/7' })
  links!: { report?: string; crawl?: string; monitor: string };
}

/** What an event tells of a run: of its report or its crawl. */
export type RunEvent = Omit<BudgetsCrossedView, 'monitor_id' | 'kind' | 'breaches' | 'links'> & {
  readonly links: { readonly report: string } | { readonly crawl: string };
};

@ApiEvent('monitor.paused', {
  summary: 'A monitor was disabled, by a request or because its URL is not allowed',
})
export class MonitorPausedView {
  @IdField({ example: 2 }) monitor_id!: number;

  @EnumField(MONITOR_KINDS, { description: 'Of the monitor.', example: 'page' }) kind!: MonitorKind;

  @StringField(500, {
    description: 'Exactly as it was sent; if it is longer, its beginning and "…".',
    example: 'https://example.com/',
  })
  url!: string;

  @EnumField(PAUSE_REASONS, { example: 'by_request' }) reason!: PauseReason;

  @LinksField({ monitor: 'monitors/2' }) links!: { monitor: string };
}

/** @param link to the monitor */
export function budgetsCrossedView(
  { id, kind }: Pick<Monitor, 'id' | 'kind'>,
  { links, ...run }: RunEvent,
  { breaches, link }: { readonly breaches: readonly Breach[]; readonly link: string },
): BudgetsCrossedView {
  return { monitor_id: id, kind, ...run, breaches: [...breaches], links: { ...links, monitor: link } };
}

/** What preceded the run of an event. */
export interface RunBefore {
  /** null: there is none. */
  readonly score: number | null;
  /** Whether it was measured in another way. */
  readonly hasOtherBasis: boolean;
}

export function reportRunEvent(report: ReportEventView, before: RunBefore): RunEvent {
  const { previous_score: previousScore, ...others } = report;
  return {
    ...others,
    crawl_id: null,
    previous_score: before.score ?? previousScore,
    measured_differently: before.hasOtherBasis,
  };
}

interface CrawlRun {
  readonly ended: EndedCrawl;
  readonly before: RunBefore;
  /** Why the first page could not be loaded; null: it was. */
  readonly errorCode: string | null;
  /** To the crawl. */
  readonly link: string;
}

/** Why a crawl did not try its first page. */
const START_REFUSALS = {
  url_not_allowed: 'The URL is not allowed any more.',
  robots_disallowed: 'robots.txt disallows the first page of the crawl.',
  other_website: 'The url redirects to another website, so no page was visited.',
  robots_unreachable: 'robots.txt of the website could not be loaded, so no page was visited.',
} as const;

export type StartRefusal = keyof typeof START_REFUSALS;

/** @param code of a page that was tried, or a {@link StartRefusal} */
function startError(code: string): ReportErrorView {
  const refusals: Readonly<Record<string, string | undefined>> = START_REFUSALS;
  return { code, detail: refusals[code] ?? 'The first page of the crawl could not be loaded.' };
}

export function crawlRunEvent({ ended: { crawl, summary }, before, errorCode, link }: CrawlRun): RunEvent {
  return {
    report_id: null,
    crawl_id: crawl.id,
    website_id: crawl.websiteId,
    url: shortUrl(crawl.url),
    score: rounded(summary.score.mean),
    result: null,
    error: errorCode === null ? null : startError(errorCode),
    previous_score: rounded(before.score),
    measured_differently: before.hasOtherBasis,
    links: { crawl: link },
  };
}

function rounded(score: number | null): number | null {
  return score === null ? null : Math.round(score);
}

/** @param link to the monitor */
export function monitorPausedView(
  { id, kind, url }: Pick<Monitor, 'id' | 'kind' | 'url'>,
  reason: PauseReason,
  link: string,
): MonitorPausedView {
  return { monitor_id: id, kind, url: shortUrl(url), reason, links: { monitor: link } };
}
