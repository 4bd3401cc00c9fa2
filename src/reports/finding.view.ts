import { ApiProperty } from '@nestjs/swagger';
import { type Finding } from '../audit/audit.js';
import {
  CATEGORIES,
  type Category,
  type Importance,
  IMPORTANCES,
  METHODS,
  type Outcome,
  type Value,
} from '../audit/check.js';
import { checkOf } from '../audit/registry.js';
import { EnumField, CodeField, CountField, UrlField, StringField } from '../http/openapi/fields.js';

/** One place that a finding is about. */
export class EvidenceView {
  @StringField(2000, { nullable: true, description: 'CSS selector of the element.', example: 'body > img' })
  selector!: string | null;

  @CountField({ nullable: true, description: 'Line in the source, from 1.', example: 12 }) line!:
    number | null;

  @CountField({ nullable: true, description: 'Column in the source, from 1.', example: 5 }) column!:
    number | null;

  @StringField(1000, { description: 'The offending text, shortened.', example: '<img src="shoe.jpg">' })
  excerpt!: string;
}

/** How many of how many things a check looked at. */
export class SampleView {
  @CountField({ example: 20 }) taken!: number;

  @CountField({ example: 112 }) of!: number;
}

/** What one check said about the page. */
export class FindingView {
  @CodeField({ description: 'Id of the check; stable.', example: 'image_keywords' }) id!: string;

  @StringField(100, { description: 'What people call the check.', example: 'Alternative texts of images' })
  name!: string;

  @EnumField(CATEGORIES) category!: Category;

  @EnumField(IMPORTANCES, {
    description: 'Weighs 10, 5, 2 or, for info, nothing, unless the settings say otherwise.',
  })
  importance!: Importance;

  @EnumField(['pass', 'warn', 'fail', 'not_applicable', 'error'], {
    description:
      'A warning counts half; not_applicable and error do not count. Error: the page used up the processing time of ' +
      'one audit (reason out_of_time), or the check has a defect.',
  })
  outcome!: Outcome;

  @CodeField({ nullable: true, description: 'Stable code of why.', example: 'no_alternative_text' }) reason!:
    string | null;

  @ApiProperty({
    description: 'What was measured; its form depends on the check.',
    oneOf: [
      { type: 'string', maxLength: 100_000 },
      { type: 'number' },
      { type: 'array', maxItems: 10_000, items: { type: 'string', maxLength: 100_000 } },
      { type: 'object', additionalProperties: true },
      { type: 'null' },
    ],
    example: { images: 3, without_text: 1 },
  })
  value!: Value;

  @ApiProperty({ type: () => EvidenceView, isArray: true, maxItems: 20, description: 'The first 20 places.' })
  evidence!: EvidenceView[];

  @CountField({ description: 'All places.', example: 1 }) evidence_count!: number;

  @EnumField(METHODS, { description: 'How the verdict was reached.' }) method!: string;

  @ApiProperty({
    type: () => SampleView,
    nullable: true,
    description: 'Of a sampled check: how much was looked at.',
  })
  sample!: SampleView | null;

  @StringField(1000, { description: 'What the page should be like.' }) what!: string;

  @StringField(1000, { description: 'Why it matters.' }) why!: string;

  @StringField(1000, { description: 'What to do.' }) fix!: string;

  @UrlField({ description: 'Where the rule comes from.' }) source!: string;

  @UrlField({ description: 'All about the check, for people.' }) docs!: string;
}

/** The stored finding, with the words of its check as they are today.
 *  @param base of absolute links */
export function findingView(finding: Finding, base: string): FindingView {
  const check = checkOf(finding.id);
  return {
    id: finding.id,
    name: check?.name ?? finding.id,
    category: finding.category,
    importance: finding.importance,
    outcome: finding.outcome,
    reason: finding.reason,
    value: finding.value,
    evidence: finding.evidence.map(({ selector, line, column, excerpt }) => ({
      selector,
      line,
      column,
      excerpt,
    })),
    evidence_count: finding.evidence_count,
    method: finding.method,
    sample: finding.sample && { taken: finding.sample.taken, of: finding.sample.of },
    what: check?.what ?? 'This check is no longer made.',
    why: check?.why ?? '',
    fix: check?.fix ?? '',
    source: check?.source ?? 'about:blank',
    docs: `${base}/docs/checks/${finding.id}`,
  };
}
