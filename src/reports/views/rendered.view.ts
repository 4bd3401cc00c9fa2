import { ApiProperty } from '@nestjs/swagger';
import {
  CountField,
  EnumField,
  IntegerField,
  StringField,
  UrlField,
} from '../../platform/http/openapi/fields.js';
import { type Device, DEVICES } from '../../engine/rendering/device.js';
import { type Lab } from '../../engine/rendering/lab.js';
import { type Opportunity, OPPORTUNITY_IDS } from '../../engine/rendering/opportunities.js';
import { type Metrics, type RatedMetric, type Rating, RATINGS } from '../../engine/rendering/web-vitals.js';
import { RENDER_ERROR_CODES, type RenderErrorCode } from '../../engine/rendering/render-error.js';
import { OpportunityView } from './opportunity.view.js';
import { type StoredRendering } from '../report-details.entity.js';

export class RatedMetricView {
  @ApiProperty({ type: 'number', format: 'double', minimum: 0, example: 1180 }) value!: number;

  @EnumField(RATINGS, { description: 'By the limits of Web Vitals.', example: 'good' }) rating!: Rating;
}

export class MetricView {
  @ApiProperty({ type: 'number', format: 'double', minimum: 0, example: 1420 }) value!: number;
}

function MetricField(description: string): PropertyDecorator {
  return ApiProperty({ type: () => RatedMetricView, nullable: true, description });
}

export class MetricsView {
  @MetricField('First Contentful Paint.') fcp_ms!: RatedMetric | null;

  @MetricField('Largest Contentful Paint.') lcp_ms!: RatedMetric | null;

  @MetricField('Cumulative Layout Shift.') cls!: RatedMetric | null;

  @MetricField('What long tasks took beyond 50 ms each, from the first paint until the page was at rest.')
  tbt_ms!: RatedMetric | null;

  @MetricField('Time to first byte.') ttfb_ms!: RatedMetric | null;

  @ApiProperty({ type: () => MetricView, nullable: true, description: 'Until the load event was over.' })
  load_ms!: { value: number } | null;
}

export class LabMetricView {
  @ApiProperty({ type: 'number', format: 'double', minimum: 0, example: 2310 }) value!: number;

  @EnumField(RATINGS, { description: 'By Lighthouse’s limits for the device.', example: 'needs_improvement' })
  rating!: Rating;
}

function LabField(description: string): PropertyDecorator {
  return ApiProperty({ type: () => LabMetricView, description });
}

export class ScoreRangeView {
  @IntegerField(0, 100, { example: 88 }) min!: number;

  @IntegerField(0, 100, { example: 92 }) max!: number;
}

export class SpreadView {
  @ApiProperty({ type: () => ScoreRangeView, description: 'Scores of the category performance.' })
  performance!: { min: number; max: number };
}

export class LabView {
  @EnumField(['simulated'], { example: 'simulated' }) throttling!: 'simulated';

  @EnumField(DEVICES, {
    description:
      'mobile: 150 ms round-trip time, 1.6 Mbit/s, a processor slowed down fourfold. desktop: 40 ms, 10 Mbit/s, as fast as it is.',
    example: 'mobile',
  })
  device!: Device;

  @IntegerField(1, 5, {
    description:
      'Loads that were measured. The values are those of the load whose paints are nearest to the medians.',
    example: 3,
  })
  runs!: number;

  @ApiProperty({
    type: () => SpreadView,
    nullable: true,
    description: 'How far the loads lie apart. Null if there was one.',
  })
  spread!: Lab['spread'];

  @LabField('First Contentful Paint.') fcp_ms!: RatedMetric;

  @LabField('Largest Contentful Paint.') lcp_ms!: RatedMetric;

  @LabField('Total Blocking Time: what long tasks take beyond 50 ms each, until the page can be used.')
  tbt_ms!: RatedMetric;

  @LabField('Speed Index: the mean time at which the parts of the viewport show.') si_ms!: RatedMetric;

  @LabField('Cumulative Layout Shift, as observed.') cls!: RatedMetric;
}

export class ViewportView {
  @IntegerField(1, 10_000, { description: 'In CSS pixels.', example: 412 }) width!: number;

  @IntegerField(1, 10_000, { description: 'In CSS pixels.', example: 823 }) height!: number;

  @ApiProperty({
    type: 'number',
    format: 'double',
    minimum: 1,
    maximum: 4,
    description: 'Image pixels per CSS pixel.',
    example: 1.75,
  })
  scale!: number;
}

export class RenderedWordsView {
  @CountField({ nullable: true, description: 'In the document as it was sent.', example: 4 }) static!:
    number | null;

  @CountField({ nullable: true, description: 'After its scripts ran.', example: 612 }) rendered!:
    number | null;
}

export class RenderErrorView {
  @EnumField(RENDER_ERROR_CODES, { example: 'page_hangs' }) code!: RenderErrorCode;

  @StringField(1000, {
    description: 'For people.',
    example: 'The page keeps the browser busy and does not answer.',
  })
  detail!: string;
}

/** What a browser made of a page. */
export class RenderedView {
  @StringField(100, { nullable: true, description: 'Null if no browser was available.', example: 'Chromium' })
  engine!: string | null;

  @StringField(100, { nullable: true, example: '156.0.8078.79' }) version!: string | null;

  @EnumField(DEVICES, { example: 'mobile' }) device!: Device;

  @ApiProperty({ type: () => ViewportView }) viewport!: ViewportView;

  @ApiProperty({
    type: () => MetricsView,
    nullable: true,
    description:
      'Observed in this one run on this machine; they vary from run to run. Null if the page did not get that far.',
  })
  metrics!: Metrics | null;

  @ApiProperty({
    type: () => LabView,
    nullable: true,
    description:
      'What the page would take on the device and connection that Lighthouse 12.8 simulates (Lantern), computed from ' +
      'this run; parity.lighthouse.performance is made of it. Null if it could not be measured (see ' +
      'parity.lighthouse.errors), where the setting LIGHTHOUSE is off, and in reports of earlier versions.',
  })
  lab!: Lab | null;

  @ApiProperty({
    type: () => [OpportunityView],
    maxItems: OPPORTUNITY_IDS.length,
    nullable: true,
    description:
      'What would make the page faster, those that save most time first. Null where lab is null, and in reports of earlier versions.',
  })
  opportunities!: readonly Opportunity[] | null;

  @CountField({ description: 'Requests that the browser sent.', example: 17 }) requests!: number;

  @CountField({ description: 'Sent and received, including TLS.', example: 412_300 }) transfer_bytes!: number;

  @CountField({ description: 'Calls of console.error and uncaught exceptions.', example: 0 })
  console_errors!: number;

  @CountField({
    description: 'Requests that were not allowed: to private addresses, other ports, or beyond the limits.',
    example: 0,
  })
  blocked_requests!: number;

  @ApiProperty({ type: () => RenderedWordsView, description: 'Numbers of visible words.' })
  words!: { static: number | null; rendered: number | null };

  @UrlField({
    nullable: true,
    description:
      'Picture (WebP) of the first viewport, subject to the privacy of the website; with an API key of the account also if it is private.',
    example: 'https://pagegrade.example.com/s/5f0c1d9e7a3b42c8a6d4e2f10b9c8d7e/reports/12/screenshot.webp',
  })
  screenshot_url!: string | null;

  @UrlField({
    nullable: true,
    description: 'The same of the whole page, at most 8000 image pixels high.',
    example:
      'https://pagegrade.example.com/s/5f0c1d9e7a3b42c8a6d4e2f10b9c8d7e/reports/12/full-screenshot.webp',
  })
  full_screenshot_url!: string | null;

  @ApiProperty({
    type: () => RenderErrorView,
    nullable: true,
    description:
      'Why the page could not be rendered. The outcomes are then those of the document as it was sent.',
  })
  error!: { code: RenderErrorCode; detail: string } | null;
}

/** @param reportUrl share URL of the report */
export function renderedView(rendered: StoredRendering, reportUrl: string): RenderedView {
  const { screenshots, ...facts } = rendered;
  return {
    engine: facts.engine,
    version: facts.version,
    device: facts.device,
    viewport: facts.viewport,
    metrics: facts.metrics,
    lab: facts.lab ?? null,
    opportunities: facts.opportunities ?? null,
    requests: facts.requests,
    transfer_bytes: facts.transfer_bytes,
    console_errors: facts.console_errors,
    blocked_requests: facts.blocked_requests,
    words: facts.words,
    screenshot_url: screenshots.viewport ? `${reportUrl}/screenshot.webp` : null,
    full_screenshot_url: screenshots.full ? `${reportUrl}/full-screenshot.webp` : null,
    error: facts.error,
  };
}
