import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import {
  CATEGORIES,
  type Category,
  type Importance,
  IMPORTANCES,
  METHODS,
  type Outcome,
  type Value,
} from '../../engine/audit/check.js';
import { FindingValues } from './finding-values.view.js';
import {
  EnumField,
  CodeField,
  CountField,
  IntegerField,
  UrlField,
  StringField,
} from '../../platform/http/openapi/fields.js';

/** A place in the page that a finding is about. */
export class EvidenceView {
  @StringField(2000, {
    nullable: true,
    description: 'CSS selector of the element.',
    example: '#shoes > img:nth-of-type(2)',
  })
  selector!: string | null;

  @CountField({ nullable: true, description: 'Line in the source, from 1.', example: 12 }) line!:
    number | null;

  @CountField({ nullable: true, description: 'Column in the source, from 1.', example: 5 }) column!:
    number | null;

  @StringField(1000, { description: 'The offending text, shortened.', example: '<img src="shoe.jpg">' })
  excerpt!: string;
}

/** The size of a check's sample. */
export class SampleView {
  @CountField({ example: 20 }) taken!: number;

  @CountField({ example: 112 }) of!: number;
}

export const OUTCOMES: readonly Outcome[] = ['pass', 'warn', 'fail', 'not_applicable', 'error'];

/** The result of one check. */
@ApiExtraModels(FindingValues)
export class FindingView {
  @CodeField({ description: 'Id of the check; stable.', example: 'image_keywords' }) id!: string;

  @StringField(100, { description: 'Name of the check.', example: 'Alternative text of images' })
  name!: string;

  @EnumField(CATEGORIES) category!: Category;

  @EnumField(IMPORTANCES, {
    description: 'Weights: 10, 5, 2 and, for info, 0, unless the settings change them.',
    example: 'high',
  })
  importance!: Importance;

  @EnumField(OUTCOMES, {
    description:
      'A warning counts half; not_applicable and error do not count, nor do failures and warnings of the method ' +
      'unrendered. Error: the audit ran out of processing time ' +
      '(reason out_of_time), or the check has a bug.',
    example: 'fail',
  })
  outcome!: Outcome;

  @EnumField(OUTCOMES, {
    required: false,
    description:
      'Outcome for the document as it was sent. Only if a browser rendered the page and that changed the outcome.',
    example: 'fail',
  })
  static_outcome?: Outcome;

  @IntegerField(0, 100, {
    nullable: true,
    description:
      'By how many points the score would rise if this check alone passed, with the weights and gates of the report. ' +
      '0: it is informational, it does not count, or a gate limits the score all the same. Null if it did not fail or warn.',
    example: 7,
  })
  gain!: number | null;

  @CodeField({ nullable: true, description: 'Stable code of the reason.', example: 'no_alternative_text' })
  reason!: string | null;

  @StringField(2000, {
    description: 'What the check found on this page.',
    example: '2 of 14 images have no alternative text.',
  })
  message!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description:
      'What was measured; null if nothing was. FindingValues has the members by the id of the check.',
    example: { images: 14, without_text: 2 },
  })
  value!: Value;

  @ApiProperty({ type: () => EvidenceView, isArray: true, maxItems: 20, description: 'The first 20 places.' })
  evidence!: EvidenceView[];

  @CountField({ description: 'Number of all places.', example: 1 }) evidence_count!: number;

  @EnumField(METHODS, {
    description:
      'How the outcome was determined. unstyled: a style sheet is missing. unrendered: the page is a shell that scripts ' +
      'fill and was not rendered, so that this is not held against it.',
  })
  method!: string;

  @ApiProperty({
    type: () => SampleView,
    nullable: true,
    description: 'Size of the sample, if the check used one.',
  })
  sample!: SampleView | null;

  @StringField(1000, {
    description: 'What the page should be like.',
    example: 'Every image has alternative text.',
  })
  what!: string;

  @StringField(1000, {
    description: 'Why it matters.',
    example: 'People who cannot see the image need its text.',
  })
  why!: string;

  @StringField(1000, {
    description: 'What to do.',
    example: 'Add an alt attribute that describes the image.',
  })
  fix!: string;

  @UrlField({ description: 'Source of the rule.', example: 'https://www.w3.org/WAI/tutorials/images/' })
  source!: string;

  @UrlField({
    description: 'Documentation of the check.',
    example: 'https://pagegrade.example.com/docs/checks/image_keywords',
  })
  docs!: string;
}
