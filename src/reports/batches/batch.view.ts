import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EnumField, IntegerField } from '../../platform/http/openapi/fields.js';
import { type ParameterErrors } from '../../platform/errors/problems.js';
import { ReportView } from '../views/report.view.js';

const STATUSES = [200, 202, 422, 429] as const;

/** What became of one item of a batch. */
export class BatchItemView {
  @IntegerField(0, 99, { description: 'Place in items, from 0.', example: 0 }) index!: number;

  @EnumField(STATUSES, {
    description:
      '202: a report was stored, its audit is queued; 200: an existing report is recent enough (max_age); 422: the ' +
      'item is invalid; 429: it exceeds a limit.',
    example: 202,
  })
  status!: (typeof STATUSES)[number];

  @ApiProperty({ type: () => ReportView, required: false, description: 'With status 202 and 200.' })
  report?: ReportView;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string', maxLength: 1000 }, maxItems: 10 },
    description: 'With status 422 and 429: messages by field.',
  })
  errors?: ParameterErrors;

  @IntegerField(1, 3600, {
    required: false,
    description: 'With status 429: seconds until the item may be sent again; absent: at once.',
    example: 42,
  })
  retry_after?: number;
}

/** Outcome of a batch. */
export interface Batch {
  readonly id: number;
  readonly items: readonly BatchItemView[];
}
