import { ApiProperty } from '@nestjs/swagger';
import { IntegerFrom, ScoreField, Words } from '../http/openapi/fields.js';

export class LighthouseView {
  @ScoreField({ description: 'Score of the category SEO.', example: 92 }) seo!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer', format: 'int32', nullable: true, minimum: 0, maximum: 1 },
    description: 'By Lighthouse’s ids: 1 passed, 0 failed, null does not apply.',
    example: { 'is-crawlable': 1, 'meta-description': 0, canonical: null },
  })
  audits!: Record<string, 0 | 1 | null>;
}

export class ObservatoryView {
  @IntegerFrom(0, 200, { description: 'Above 100 with extra credit.', example: 70 }) score!: number;

  @Words(2, { description: 'A+ to F.', example: 'B' }) grade!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer', format: 'int32', minimum: -100, maximum: 100 },
    description: 'Points that each test gives or takes.',
    example: { 'content-security-policy': -25, cookies: 0 },
  })
  tests!: Record<string, number>;
}

/** Verdicts of the reference engines: Lighthouse 12.8 and the HTTP Observatory. */
export class ParityView {
  @ApiProperty({ type: () => LighthouseView }) lighthouse!: LighthouseView;

  @ApiProperty({ type: () => ObservatoryView }) observatory!: ObservatoryView;
}
