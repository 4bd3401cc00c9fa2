import { ApiProperty } from '@nestjs/swagger';
import {
  CATEGORIES,
  type Category,
  type Importance,
  IMPORTANCES,
  type Outcome,
  type Value,
} from '../../engine/audit/check.js';
import { messageOf } from '../../engine/audit/message.js';
import { checkOf } from '../../engine/audit/registry.js';
import {
  BooleanField,
  CodeField,
  DateTimeField,
  EnumField,
  type FieldOptions,
  IdField,
  IntegerField,
  ScoreField,
  StringField,
} from '../../platform/http/openapi/fields.js';
import { OUTCOMES } from '../views/finding.view.js';
import { typedValue } from '../views/shown-finding.js';
import {
  type CheckChange,
  type ComparedReport,
  type Condition,
  CONDITIONS,
  type ReportComparison,
  type ScoreChange,
} from './report-comparison.js';
import { ReportErrorView, reportErrorView } from '../views/report.view.js';

/** One of the two reports. */
export class ComparedReportView {
  @IdField() id!: number;

  @StringField(4096, { description: 'Exactly as it was sent.', example: 'https://example.com/' })
  url!: string;

  @StringField(200, { description: 'Version of the checks and weights.', example: '2026-11-22' })
  ruleset_version!: string;

  @ApiProperty({
    type: () => ReportErrorView,
    nullable: true,
    example: null,
    description: 'Why the page could not be loaded. The checks of such a report are not compared.',
  })
  error!: ReportErrorView | null;

  @DateTimeField() created_at!: string;

  @DateTimeField({ nullable: true }) generated_at!: string | null;
}

/** A score of both reports. */
export class ScoreChangeView {
  @ScoreField({ nullable: true, example: 74 }) from!: number | null;

  @ScoreField({ nullable: true, example: 86 }) to!: number | null;

  @IntegerField(-100, 100, {
    nullable: true,
    description: 'to minus from; null if one of them is null.',
    example: 12,
  })
  difference!: number | null;
}

/** By category. */
export class CategoryChangesView {
  readonly [category: string]: ScoreChange;
}

for (const category of CATEGORIES)
  ApiProperty({ type: () => ScoreChangeView })(CategoryChangesView.prototype, category);

/** What a check measured in both reports. */
export class ValueChangeView {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'See value of a finding.',
    example: { images: 14, without_text: 2 },
  })
  from!: Value;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    example: { images: 14, without_text: 0 },
  })
  to!: Value;
}

const NO_FINDING = 'Null if that report has no finding of this check, because its ruleset is another one.';

/** A check whose findings differ. */
export class CheckChangeView {
  @CodeField({ description: 'Id of the check; stable.', example: 'image_keywords' }) id!: string;

  @StringField(100, { description: 'Name of the check.', example: 'Alternative text of images' })
  name!: string;

  @EnumField(CATEGORIES) category!: Category;

  @EnumField(IMPORTANCES) importance!: Importance;

  @EnumField(OUTCOMES, { nullable: true, description: `Outcome before. ${NO_FINDING}`, example: 'fail' })
  from!: Outcome | null;

  @EnumField(OUTCOMES, { nullable: true, description: `Outcome now. ${NO_FINDING}`, example: 'pass' })
  to!: Outcome | null;

  @StringField(2000, {
    description: 'What the check finds now; what it found before if there is no finding now.',
    example: 'All 14 images have alternative text.',
  })
  message!: string;

  @ApiProperty({ type: () => ValueChangeView }) value!: ValueChangeView;
}

const changes = (options: FieldOptions) =>
  ApiProperty({ type: () => CheckChangeView, isArray: true, maxItems: 1000, ...options });

/** Checks whose findings differ, the most important first. */
export class ChangedChecksView {
  @changes({ description: 'Warned or failed, and pass now.' }) fixed!: CheckChangeView[];

  @changes({ description: 'Passed, and warn or fail now.', example: [] }) broken!: CheckChangeView[];

  @changes({
    description:
      'All other differences in outcome, reason or value: for example from fail to warn, or more bytes than before.',
    example: [],
  })
  changed!: CheckChangeView[];
}

/** What changed from one report to another. */
export class ComparisonView {
  @ApiProperty({
    type: () => ComparedReportView,
    description: 'The other report.',
    example: {
      id: 11,
      url: 'https://example.com/',
      ruleset_version: '2026-11-22',
      error: null,
      created_at: '2026-11-13T15:23:26.456Z',
      generated_at: '2026-11-13T15:23:29.123Z',
    },
  })
  from!: ComparedReportView;

  @ApiProperty({ type: () => ComparedReportView, description: 'This report.' }) to!: ComparedReportView;

  @BooleanField({
    description: 'Whether only the page can explain the changes: differs_in is empty.',
    example: true,
  })
  comparable!: boolean;

  @ApiProperty({
    type: 'string',
    enum: CONDITIONS,
    isArray: true,
    maxItems: CONDITIONS.length,
    description:
      'What differs beside the page. rendered: a browser rendered one of the two. device: rendered on different devices.',
    example: [],
  })
  differs_in!: readonly Condition[];

  @ApiProperty({ type: () => ScoreChangeView }) score!: ScoreChangeView;

  @ApiProperty({ type: () => CategoryChangesView }) categories!: Record<Category, ScoreChange>;

  @ApiProperty({ type: () => ChangedChecksView }) checks!: ChangedChecksView;
}

export function comparisonView(comparison: ReportComparison): ComparisonView {
  const { from, to, differsIn, score, categories, fixed, broken, changed } = comparison;
  return {
    from: comparedReportView(from),
    to: comparedReportView(to),
    comparable: differsIn.length === 0,
    differs_in: differsIn,
    score,
    categories,
    checks: {
      fixed: fixed.map(checkChangeView),
      broken: broken.map(checkChangeView),
      changed: changed.map(checkChangeView),
    },
  };
}

function comparedReportView(report: ComparedReport): ComparedReportView {
  return {
    id: report.id,
    url: report.url,
    ruleset_version: report.details.rulesetVersion,
    error: reportErrorView(report),
    created_at: report.createdAt.toISOString(),
    generated_at: report.generatedAt?.toISOString() ?? null,
  };
}

function checkChangeView({ from, to }: CheckChange): CheckChangeView {
  const finding = to ?? from;
  return {
    id: finding.id,
    name: checkOf(finding.id)?.name ?? finding.id,
    category: finding.category,
    importance: finding.importance,
    from: from?.outcome ?? null,
    to: to?.outcome ?? null,
    message: messageOf(finding),
    value: { from: from && typedValue(from.value), to: to && typedValue(to.value) },
  };
}
