import { ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsObject, IsOptional, ValidateBy } from 'class-validator';
import { budgetFaults, completedBudget, MAX_BUDGETS, MAX_CONSECUTIVE } from '../budgets.js';

/** A limit that a monitor watches. */
export class BudgetView {
  @ApiProperty({
    type: 'string',
    maxLength: 100,
    description:
      'score, categories.<id>, checks.<id>, lighthouse.seo, and of rendered pages lighthouse.performance, ' +
      'lighthouse.accessibility, lighthouse.best_practices, lab.<metric> (simulated: fcp_ms, lcp_ms, tbt_ms, si_ms, cls) and ' +
      'rendered.<metric> (fcp_ms, lcp_ms, cls, tbt_ms, ttfb_ms, load_ms), or loads: the page loads. Of a crawl: score.mean, score.p10, pages.loaded (of 100 that were tried), findings.<id> (number of pages; ids as in ' +
      '/api/v1/crawls/{id}/findings), or loads: the first page loads.',
    example: 'score',
  })
  metric!: string;

  @ApiPropertyOptional({ type: 'number', format: 'double', minimum: 0, description: 'Not below this.' })
  min?: number;

  @ApiPropertyOptional({
    oneOf: [
      { type: 'number', format: 'double', minimum: 0 },
      { type: 'string', enum: ['pass', 'warn'] },
    ],
    description: 'Not above this; for a check, the worst outcome that is accepted.',
  })
  max?: number | 'pass' | 'warn';

  @ApiPropertyOptional({
    type: 'number',
    format: 'double',
    minimum: 0,
    description: 'Not further below the median of the five runs before than this.',
    example: 10,
  })
  max_drop?: number;

  @ApiPropertyOptional({
    type: 'integer',
    format: 'int32',
    minimum: 1,
    maximum: MAX_CONSECUTIVE,
    default: 1,
    description: 'So many runs in a row have to be outside of the limit.',
  })
  consecutive?: number;
}

/** An optional JSON array of budgets. Each gets its default values. */
export function Budgets(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: 'array',
      maxItems: MAX_BUDGETS,
      items: { $ref: getSchemaPath(BudgetView) },
      description,
      example: [{ metric: 'score', max_drop: 10 }, { metric: 'loads' }],
    }),
    Transform(({ value }: { value: unknown }) =>
      value === null || value === '' ? undefined : Array.isArray(value) ? value.map(completedBudget) : value,
    ),
    IsOptional(),
    IsObject({ each: true, message: ({ value }) => budgetFaults(value).join(' ') }),
    ValidateBy({
      name: 'budgets',
      validator: {
        validate: (value) => budgetFaults(value).length === 0,
        defaultMessage: (parts) => budgetFaults(parts?.value).join(' '),
      },
    }),
  );
}
