import { ApiProperty } from '@nestjs/swagger';
import { RENDER_MODES, type RenderMode } from '../engine/grading/render-mode.js';
import {
  BooleanField,
  DateTimeField,
  EnumField,
  IdField,
  IntegerField,
  StringField,
} from '../platform/http/openapi/fields.js';
import { type Device, DEVICES } from '../engine/rendering/device.js';
import { type Budget, MAX_BUDGETS } from './budgets.js';
import { BudgetView } from './dto/budgets.js';
import { MAX_CRAWLED_PAGES, MONITOR_KINDS, type MonitorKind } from './monitor-kind.js';
import { type Breach, breachesOf } from './judgment/monitor-state.js';
import { type Monitor } from './monitor.entity.js';

const STATES = ['ok', 'breached', 'unknown'] as const;

/** A limit that does not hold. */
export class BreachView {
  @StringField(100, { example: 'score' }) metric!: string;

  @ApiProperty({ type: 'number', format: 'double', required: false }) min?: number;

  @ApiProperty({
    oneOf: [
      { type: 'number', format: 'double' },
      { type: 'string', enum: ['pass', 'warn'] },
    ],
    required: false,
  })
  max?: number | 'pass' | 'warn';

  @ApiProperty({ type: 'number', format: 'double', required: false, example: 10 }) max_drop?: number;

  @ApiProperty({
    oneOf: [
      { type: 'number', format: 'double' },
      { type: 'string', maxLength: 100 },
      { type: 'boolean' },
      { type: 'null' },
    ],
    description: 'What was measured.',
    example: 61,
  })
  value!: number | string | boolean | null;

  @IdField({ nullable: true, description: 'The report that measured it; null: a crawl did.' })
  report_id!: number | null;

  @IdField({ nullable: true, example: null, description: 'The crawl that measured it; null: a report did.' })
  crawl_id!: number | null;
}

/** A page that is audited, or a website that is crawled, on a schedule. */
export class MonitorView {
  @IdField({ example: 2 }) id!: number;

  @StringField(1000, { nullable: true, example: 'Start page' }) name!: string | null;

  @StringField(4096, { description: 'Exactly as it was sent.', example: 'https://example.com/' })
  url!: string;

  @EnumField(MONITOR_KINDS, {
    description: 'page: each run is a report; crawl: each run is a crawl.',
    example: 'page',
  })
  kind!: MonitorKind;

  @IntegerField(1, MAX_CRAWLED_PAGES, {
    nullable: true,
    description: 'Maximum number of pages of a crawl; null: it audits one page.',
    example: null,
  })
  max_pages!: number | null;

  @StringField(100, { example: '0 6 * * *' }) schedule!: string;

  @StringField(100, { example: 'Europe/Berlin' }) timezone!: string;

  @EnumField(RENDER_MODES, { example: 'auto' }) render!: RenderMode;

  @EnumField(DEVICES, { example: 'mobile' }) device!: Device;

  @ApiProperty({ type: () => BudgetView, isArray: true, maxItems: MAX_BUDGETS }) budgets!: Budget[];

  @BooleanField({ example: true }) confirm!: boolean;

  @BooleanField({ example: true }) enabled!: boolean;

  @EnumField(STATES, {
    description: 'breached: at least one budget is; unknown: nothing was measured yet.',
    example: 'ok',
  })
  state!: (typeof STATES)[number];

  @DateTimeField({ nullable: true, description: 'When this state began; null: it is unknown.' })
  since!: string | null;

  @ApiProperty({
    type: () => BreachView,
    isArray: true,
    maxItems: MAX_BUDGETS,
    description: 'The budgets that are breached.',
    example: [],
  })
  breaches!: Breach[];

  @DateTimeField({
    nullable: true,
    description:
      'With an offset of its own, up to 10 % of the interval or 10 minutes, so that monitors do not run all at once. ' +
      'Null: it is not enabled.',
  })
  next_run_at!: string | null;

  @DateTimeField({
    nullable: true,
    description:
      'When the run was due that is late, for example because the last one has not ended, or the account has as many queued reports or crawls as it may have. It ' +
      'is tried again at next_run_at. Null: no run is late.',
  })
  late_since!: string | null;

  @IdField({
    nullable: true,
    description: 'The newest report; null: there is none yet, it was deleted, or the monitor crawls.',
  })
  last_report_id!: number | null;

  @IdField({
    nullable: true,
    description:
      'The newest crawl, also while it runs; null: there is none yet, it was deleted, or the monitor audits one page.',
  })
  last_crawl_id!: number | null;

  @IdField({ nullable: true, description: 'The website of its reports; null: there is none yet.' })
  website_id!: number | null;

  @DateTimeField() created_at!: string;

  @DateTimeField() updated_at!: string;
}

export function monitorView(monitor: Monitor): MonitorView {
  return {
    id: monitor.id,
    name: monitor.name,
    url: monitor.url,
    kind: monitor.kind,
    max_pages: monitor.maxPages,
    schedule: monitor.schedule,
    timezone: monitor.timezone,
    render: monitor.render,
    device: monitor.device,
    budgets: monitor.budgets.map(({ metric, ...limits }) => ({ metric, ...limits })),
    confirm: monitor.confirm,
    enabled: monitor.enabled,
    state: monitor.state.status,
    since: monitor.state.since,
    breaches: breachesOf(monitor.state, monitor.budgets),
    next_run_at: monitor.nextRunAt?.toISOString() ?? null,
    late_since: monitor.lateSince?.toISOString() ?? null,
    last_report_id: monitor.lastReportId,
    last_crawl_id: monitor.lastCrawlId,
    website_id: monitor.websiteId,
    created_at: monitor.createdAt.toISOString(),
    updated_at: monitor.updatedAt.toISOString(),
  };
}
