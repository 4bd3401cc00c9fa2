import { ApiProperty } from '@nestjs/swagger';
import { type Finding } from '../audit/audit.js';
import { CATEGORIES, type Category, type Importance, type Outcome, type Value } from '../audit/check.js';
import { checkOf } from '../audit/registry.js';

/** One place that a finding is about. */
export class EvidenceView {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'CSS selector of the element.',
    example: 'body > img',
  })
  selector!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Line in the source, from 1.', example: 12 })
  line!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Column in the source, from 1.', example: 5 })
  column!: number | null;

  @ApiProperty({
    type: 'string',
    description: 'The offending text, shortened.',
    example: '<img src="shoe.jpg">',
  })
  excerpt!: string;
}

/** What one check said about the page. */
export class FindingView {
  @ApiProperty({ type: 'string', description: 'Id of the check; stable.', example: 'image_keywords' })
  id!: string;

  @ApiProperty({ type: 'string', enum: CATEGORIES })
  category!: Category;

  @ApiProperty({ type: 'string', enum: ['high', 'medium', 'low'], description: 'Weighs 10, 5 or 2.' })
  importance!: Importance;

  @ApiProperty({
    type: 'string',
    enum: ['pass', 'warn', 'fail', 'not_applicable', 'error'],
    description: 'A warning counts half; not_applicable and error (a defect of ours) do not count.',
  })
  outcome!: Outcome;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Stable code of why.',
    example: 'no_alternative_text',
  })
  reason!: string | null;

  @ApiProperty({
    description: 'What was measured; its form depends on the check.',
    oneOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'array', items: { type: 'string' } },
      { type: 'object', additionalProperties: true },
      { type: 'null' },
    ],
    example: { images: 3, without_text: 1 },
  })
  value!: Value;

  @ApiProperty({ type: () => EvidenceView, isArray: true, maxItems: 20, description: 'The first 20 places.' })
  evidence!: EvidenceView[];

  @ApiProperty({ type: 'integer', minimum: 0, description: 'All places.', example: 1 })
  evidence_count!: number;

  @ApiProperty({
    type: 'string',
    enum: ['exact', 'approximate'],
    description: 'How the verdict was reached.',
  })
  method!: string;

  @ApiProperty({
    type: 'string',
    description: 'What the page should be like.',
    example: 'Every image has an alternative text, or is marked as decoration.',
  })
  what!: string;

  @ApiProperty({ type: 'string', description: 'Why it matters.' })
  why!: string;

  @ApiProperty({ type: 'string', description: 'What to do.' })
  fix!: string;

  @ApiProperty({ type: 'string', format: 'uri', description: 'Where the rule comes from.' })
  source!: string;
}

/** The stored finding, with the words of its check as they are today. */
export function findingView(finding: Finding): FindingView {
  const check = checkOf(finding.id);
  return {
    id: finding.id,
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
    what: check?.what ?? 'This check is no longer made.',
    why: check?.why ?? '',
    fix: check?.fix ?? '',
    source: check?.source ?? 'about:blank',
  };
}
