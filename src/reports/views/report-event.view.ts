import { ApiProperty } from '@nestjs/swagger';
import { type Result } from '../../engine/audit/score.js';
import {
  EnumField,
  IdField,
  LinksField,
  ScoreField,
  StringField,
} from '../../platform/http/openapi/fields.js';
import { ApiEvent } from '../../webhooks/events/api-event.decorator.js';
import { shortUrl } from '../../basics/url.js';
import { type EndedReports } from '../audits/report-endings.js';
import { ReportErrorView } from './report.view.js';

const MAX_DETAIL_CHARACTERS = 300;

/** What events tell of a report. */
@ApiEvent('report.completed', {
  summary: 'A report was completed',
  description: 'A page that could not be loaded has score 0 and an error.',
})
@ApiEvent('report.failed', { summary: 'A report failed because of a bug' })
export class ReportEventView {
  @IdField({ example: 311 }) report_id!: number;

  @IdField() website_id!: number;

  @StringField(500, {
    description: 'Exactly as it was sent; if it is longer, its beginning and "…".',
    example: 'https://example.com/',
  })
  url!: string;

  @ScoreField({ nullable: true, description: 'Null if the report failed.', example: 61 })
  score!: number | null;

  @EnumField(['good', 'decent', 'bad'], {
    nullable: true,
    description: 'Follows from the score; null if the report failed.',
    example: 'decent',
  })
  result!: Result | null;

  @ApiProperty({
    type: () => ReportErrorView,
    nullable: true,
    example: null,
    description: 'Why the page could not be loaded, or the report failed.',
  })
  error!: ReportErrorView | null;

  @ScoreField({
    nullable: true,
    description: 'Score of the previous completed report of the URL; null: there is none.',
  })
  previous_score!: number | null;

  @LinksField({ report: 'reports/311' }) links!: { report: string };
}

interface ReportEvent {
  readonly reportId: number;
  readonly previousScore: number | null;
  /** To the report. */
  readonly link: string;
}

export function reportEventView(
  { audit, grade, error }: EndedReports,
  { reportId, previousScore, link }: ReportEvent,
): ReportEventView {
  return {
    report_id: reportId,
    website_id: audit.websiteId,
    url: shortUrl(audit.url),
    score: grade?.score ?? null,
    result: grade?.result ?? null,
    error: error && { code: error.code, detail: error.detail.slice(0, MAX_DETAIL_CHARACTERS) },
    previous_score: previousScore,
    links: { report: link },
  };
}
