import { ApiProperty } from '@nestjs/swagger';
import { type Result } from '../audit/score.js';
import { type Report, type ReportStatus } from './report.entity.js';

/** Why a page could not be loaded, or a report not be made. */
export class ReportErrorView {
  @ApiProperty({ type: 'string', description: 'Stable.', example: 'dns_not_found' })
  code!: string;

  @ApiProperty({ type: 'string', example: 'The host name does not exist in the DNS.' })
  detail!: string;
}

/** A report as lists show it. */
export class ReportView {
  @ApiProperty({ type: 'integer', example: 12 })
  id!: number;

  @ApiProperty({ type: 'string', description: 'Exactly as it was sent.', example: 'https://example.com/' })
  url!: string;

  @ApiProperty({ type: 'integer', example: 3 })
  website_id!: number;

  @ApiProperty({ type: 'string', enum: ['queued', 'running', 'completed', 'failed'], example: 'completed' })
  status!: ReportStatus;

  @ApiProperty({
    type: 'string',
    enum: ['good', 'decent', 'bad', null],
    nullable: true,
    description: 'Follows from the score; null until completed.',
    example: 'good',
  })
  result!: Result | null;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 100,
    nullable: true,
    description: 'Null until completed.',
    example: 86,
  })
  score!: number | null;

  @ApiProperty({
    type: () => ReportErrorView,
    nullable: true,
    description: 'Set where the page could not be loaded: the report is then completed, with score 0.',
  })
  error!: ReportErrorView | null;

  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-20T15:23:29.123Z' })
  created_at!: string;

  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-20T15:23:29.123Z' })
  updated_at!: string;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, example: '2026-11-20T15:23:29.100Z' })
  generated_at!: string | null;
}

export function reportView(report: Report): ReportView {
  return {
    id: report.id,
    url: report.url,
    website_id: report.website_id,
    status: report.status,
    result: report.result,
    score: report.score,
    error: report.error_code === null ? null : { code: report.error_code, detail: report.error_detail ?? '' },
    created_at: report.created_at.toISOString(),
    updated_at: report.updated_at.toISOString(),
    generated_at: report.generated_at?.toISOString() ?? null,
  };
}
