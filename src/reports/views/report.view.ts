import { ApiProperty } from '@nestjs/swagger';
import { type Result } from '../../engine/audit/score.js';
import { LOAD_ERROR_CODES } from '../../engine/page-loader/load-error.js';
import {
  EnumField,
  CodeField,
  IdField,
  DateTimeField,
  ScoreField,
  StringField,
} from '../../platform/http/openapi/fields.js';
import { type ReportStatus } from '../report.entity.js';
import { type ReportRow } from '../full-report.js';

/** Why a page could not be loaded, or a report failed. */
export class ReportErrorView {
  @CodeField({
    description: `Stable. For a page that could not be loaded: ${LOAD_ERROR_CODES.join(', ')}. Later versions may add codes.`,
    example: 'dns_not_found',
  })
  code!: string;

  @StringField(1000, { example: 'The host name does not exist in DNS.' }) detail!: string;
}

/** A report in a list. */
export class ReportView {
  @IdField() id!: number;

  @StringField(4096, { description: 'Exactly as it was sent.', example: 'https://example.com/' })
  url!: string;

  @IdField({ example: 3 }) website_id!: number;

  @EnumField(['queued', 'running', 'completed', 'failed'], { example: 'completed' }) status!: ReportStatus;

  @EnumField(['good', 'decent', 'bad'], {
    nullable: true,
    description: 'Follows from the score; null until completed.',
    example: 'good',
  })
  result!: Result | null;

  @ScoreField({ nullable: true, description: 'Null until completed.' }) score!: number | null;

  @ApiProperty({
    type: () => ReportErrorView,
    nullable: true,
    example: null,
    description:
      'Set if the page could not be loaded (the report is completed, with score 0), or if the report failed because of a bug.',
  })
  error!: ReportErrorView | null;

  @DateTimeField() created_at!: string;

  @DateTimeField() updated_at!: string;

  @DateTimeField({ nullable: true }) generated_at!: string | null;
}

export function reportErrorView({
  errorCode,
  errorDetail,
}: Pick<ReportRow, 'errorCode' | 'errorDetail'>): ReportErrorView | null {
  return errorCode === null ? null : { code: errorCode, detail: errorDetail ?? '' };
}

export function reportView(report: ReportRow): ReportView {
  return {
    id: report.id,
    url: report.url,
    website_id: report.websiteId,
    status: report.status,
    result: report.result,
    score: report.score,
    error: reportErrorView(report),
    created_at: report.createdAt.toISOString(),
    updated_at: report.updatedAt.toISOString(),
    generated_at: report.generatedAt?.toISOString() ?? null,
  };
}
