import { ApiProperty } from '@nestjs/swagger';
import { EnumField, IdField, LinksField, StringField } from '../platform/http/openapi/fields.js';
import { ReportEventView } from '../reports/views/report-event.view.js';
import { ApiEvent } from '../webhooks/api-event.decorator.js';
import { shortUrl } from '../webhooks/event-body.js';
import { MAX_BUDGETS } from './dto/budgets.js';
import { type Breach } from './monitor-state.js';
import { type Monitor } from './monitor.entity.js';
import { BreachView } from './monitor.view.js';

const PAUSE_REASONS = ['by_request', 'url_not_allowed'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** The report of a monitor that crossed budgets. */
@ApiEvent('monitor.breached', {
  summary: 'A report breached budgets of its monitor',
  description: 'Sent once per breach; if the monitor has confirm, after a second audit has confirmed it.',
})
@ApiEvent('monitor.recovered', { summary: 'Breached budgets of a monitor hold again' })
export class BudgetsCrossedView extends ReportEventView {
  @IdField({ example: 2 }) monitor_id!: number;

  @ApiProperty({
    type: () => BreachView,
    isArray: true,
    maxItems: MAX_BUDGETS,
    description: 'The budgets that were crossed, and what was measured: as many as fit into 4 KB.',
    example: [{ metric: 'score', max_drop: 10, value: 61, report_id: 311 }],
  })
  breaches!: Breach[];

  @LinksField({ report: 'reports/311', monitor: 'monitors/2' })
  override links!: { report: string; monitor: string };
}

@ApiEvent('monitor.paused', {
  summary: 'A monitor was disabled, by a request or because its URL is not allowed',
})
export class MonitorPausedView {
  @IdField({ example: 2 }) monitor_id!: number;

  @StringField(500, {
    description: 'Exactly as it was sent; if it is longer, its beginning and "…".',
    example: 'https://example.com/',
  })
  url!: string;

  @EnumField(PAUSE_REASONS, { example: 'by_request' }) reason!: PauseReason;

  @LinksField({ monitor: 'monitors/2' }) links!: { monitor: string };
}

interface Crossing {
  /** Of the monitor. */
  readonly id: number;
  readonly report: ReportEventView;
  /** The last score before the budgets were crossed; null: that of the report before. */
  readonly scoreBefore: number | null;
  /** To the monitor. */
  readonly link: string;
}

export function budgetsCrossedView(
  { id, report, scoreBefore, link }: Crossing,
  breaches: readonly Breach[],
): BudgetsCrossedView {
  const { links, ...others } = report;
  return {
    monitor_id: id,
    ...others,
    previous_score: scoreBefore ?? report.previous_score,
    breaches: [...breaches],
    links: { ...links, monitor: link },
  };
}

/** @param link to the monitor */
export function monitorPausedView(
  { id, url }: Pick<Monitor, 'id' | 'url'>,
  reason: PauseReason,
  link: string,
): MonitorPausedView {
  return { monitor_id: id, url: shortUrl(url), reason, links: { monitor: link } };
}
