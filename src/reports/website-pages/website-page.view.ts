import { ApiProperty } from '@nestjs/swagger';
import { type Result } from '../../engine/audit/score.js';
import {
  CountField,
  DateTimeField,
  EnumField,
  IdField,
  ScoreField,
  StringField,
} from '../../platform/http/openapi/fields.js';
import { type CountedPage } from './website-pages.repository.js';

export class LatestReportView {
  @IdField() id!: number;

  @ScoreField() score!: number;

  @EnumField(['good', 'decent', 'bad'], { example: 'good' }) result!: Result;

  @DateTimeField() generated_at!: string;
}

/** A page of a website: a URL with a completed report. */
export class WebsitePageView {
  @StringField(4096, { description: 'Exactly as it was sent.', example: 'https://example.com/' })
  url!: string;

  @ApiProperty({ type: () => LatestReportView, description: 'The latest completed report of this URL.' })
  latest!: LatestReportView;

  @CountField({ description: 'Number of reports of this URL, whatever their status.', example: 12 })
  reports_count!: number;

  @ScoreField({
    nullable: true,
    description: 'Score of the completed report before the latest one; null if there is none.',
    example: 81,
  })
  previous_score!: number | null;
}

export function websitePageView(page: CountedPage): WebsitePageView {
  const { id, url, score, result, generatedAt, reportsCount, previousScore } = page;
  return {
    url,
    latest: { id, score, result, generated_at: generatedAt.toISOString() },
    reports_count: reportsCount,
    previous_score: previousScore,
  };
}
