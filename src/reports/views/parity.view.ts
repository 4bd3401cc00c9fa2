import { ApiProperty } from '@nestjs/swagger';
import {
  CodeField,
  EnumField,
  IntegerField,
  ScoreField,
  StringField,
} from '../../platform/http/openapi/fields.js';
import { ACCESSIBILITY_FAULTS } from '../../engine/audit/parity/accessibility.js';
import { BEST_PRACTICES_FAULTS } from '../../engine/audit/parity/best-practices.js';
import { PERFORMANCE_FAULTS } from '../../engine/audit/parity/performance.js';
import { LIGHTHOUSE_VERSION } from '../../engine/audit/parity/lighthouse.js';
import { type StoredParity } from '../report-details.entity.js';

/** The algorithm of reports that do not name one. */
const FIRST_ALGORITHM = 4;

const FAULTS = Object.keys({ ...ACCESSIBILITY_FAULTS, ...BEST_PRACTICES_FAULTS, ...PERFORMANCE_FAULTS });

export class CategoryErrorView {
  @CodeField({
    description: `One of ${FAULTS.join(', ')}. New codes may be added.`,
    example: 'took_too_long',
  })
  code!: string;

  @StringField(200, { description: 'One or two sentences.', example: ACCESSIBILITY_FAULTS.took_too_long })
  detail!: string;
}

const ErrorField = (category: string) =>
  ApiProperty({
    type: () => CategoryErrorView,
    required: false,
    description: `Why \`${category}\` is null.`,
  });

export class CategoryErrorsView {
  @ErrorField('accessibility') accessibility?: CategoryErrorView;

  @ErrorField('best_practices') best_practices?: CategoryErrorView;

  @ErrorField('performance') performance?: CategoryErrorView;
}

export class LighthouseView {
  @StringField(10, {
    description: 'Version of Lighthouse whose results these are.',
    example: LIGHTHOUSE_VERSION,
  })
  version!: string;

  @ScoreField({ description: 'Score of the category SEO.', example: 92 }) seo!: number;

  @ScoreField({
    nullable: true,
    description:
      'Score of the category accessibility: rendered pages only. Null if the page was not rendered, if it could not be ' +
      'measured (see errors), where the setting LIGHTHOUSE is off, and in reports of earlier versions.',
    example: 87,
  })
  accessibility!: number | null;

  @ScoreField({
    nullable: true,
    description: 'Score of the category best practices: rendered pages only. Null as in `accessibility`.',
    example: 96,
  })
  best_practices!: number | null;

  @ScoreField({
    nullable: true,
    description:
      'Score of the category performance by simulated throttling, computed from rendered.lab: rendered pages only. It ' +
      'varies by several points from run to run, as Lighthouse’s own does. Null if the page was not rendered, if it ' +
      'could not be measured (see errors), where the setting LIGHTHOUSE is off, and in reports of earlier versions.',
    example: 74,
  })
  performance!: number | null;

  @ApiProperty({
    type: () => CategoryErrorsView,
    description: 'By category: why it could not be measured on a rendered page. Empty if nothing failed.',
    example: {},
  })
  errors!: CategoryErrorsView;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'number', format: 'double', nullable: true, minimum: 0, maximum: 1 },
    description:
      'By Lighthouse’s ids: 1 passed, 0 failed, null does not apply; the metrics of the category performance have ' +
      'scores between. Of rendered pages, all audits that count; of others, those that markup and headers decide.',
    example: { 'is-crawlable': 1, 'meta-description': 0, canonical: null, 'speed-index': 0.87 },
  })
  audits!: Record<string, number | null>;
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
    lighthouse: lighthouseView(lighthouse),
    observatory: { algorithm: FIRST_ALGORITHM, hsts_preload: 'not_checked', ...observatory },
  };
}

/** Reports of earlier versions have only a score for SEO. */
function lighthouseView({
  version,
  seo,
  accessibility,
  best_practices,
  performance,
  errors,
  audits,
}: StoredParity['lighthouse']): LighthouseView {
  return {
    version: version ?? LIGHTHOUSE_VERSION,
    seo,
    accessibility: accessibility ?? null,
    best_practices: best_practices ?? null,
    performance: performance ?? null,
    errors: errors ?? {},
    audits,
  };
}
