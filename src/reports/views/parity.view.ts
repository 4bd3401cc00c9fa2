import { ApiProperty } from '@nestjs/swagger';
import { EnumField, IntegerField, ScoreField, StringField } from '../../platform/http/openapi/fields.js';
import { type StoredParity } from '../report-details.entity.js';

/** The algorithm of reports that do not name one. */
const FIRST_ALGORITHM = 4;

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
  @IntegerField(FIRST_ALGORITHM, 100, {
    description:
      'Version of the Observatory’s algorithm that was reproduced. Scores of different versions are not comparable.',
    example: 6,
  })
  algorithm!: number;

  @EnumField(['checked', 'not_checked'], {
    description:
      'Whether the HSTS preload list was consulted. If not_checked, strict-transport-security lacks the points for ' +
      'a preloaded host, and redirection and cookies are judged without it.',
    example: 'checked',
  })
  hsts_preload!: 'checked' | 'not_checked';

  @IntegerField(0, 200, { description: 'Above 100 with extra credit.', example: 70 }) score!: number;

  @StringField(2, { description: 'A+ to F.', example: 'B' }) grade!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer', format: 'int32', minimum: -100, maximum: 100 },
    description: 'Score modifier of each test.',
    example: { 'content-security-policy': -25, cookies: 0 },
  })
  tests!: Record<string, number>;
}

/** Verdicts of the reference engines: Lighthouse 12.8 and the HTTP Observatory. */
export class ParityView {
  @ApiProperty({ type: () => LighthouseView }) lighthouse!: LighthouseView;

  @ApiProperty({ type: () => ObservatoryView }) observatory!: ObservatoryView;
}

export function parityView(parity: StoredParity): ParityView {
  const { lighthouse, observatory } = parity;
  return {
    lighthouse,
    observatory: { algorithm: FIRST_ALGORITHM, hsts_preload: 'not_checked', ...observatory },
  };
}
