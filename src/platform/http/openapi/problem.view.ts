import { ApiPropertyOptional } from '@nestjs/swagger';
import { PROBLEM_TYPES, type ProblemCode, problemDetails } from '../../errors/problems.js';
import { EnumField, IntegerField, UrlField, StringField } from './fields.js';

const DETAIL = 'per_page must be one of 10, 25, 50, 100.';
const REQUEST_ID = '0b5c3a9e-6c0e-4b43-9d0e-0d6a8f1f2f3c';

/** RFC 9457 problem details; `message` and `errors` repeat them for clients that read those. */
export class Problem {
  @UrlField({
    description: 'URL of a page that explains this type of problem.',
    example: 'https://pagegrade.example.com/problems/validation-failed',
  })
  type!: string;

  @StringField(100, { example: 'Validation failed' }) title!: string;

  @IntegerField(400, 599, { example: 422 }) status!: number;

  @StringField(100_000, { example: DETAIL }) detail!: string;

  @StringField(20_000, { description: 'Path of the request.', example: '/api/v1/reports' }) instance!: string;

  @EnumField(Object.keys(PROBLEM_TYPES), { example: 'validation_failed' }) code!: string;

  @StringField(128, { description: 'Identifies the log entry.', example: REQUEST_ID }) request_id!: string;

  @StringField(100_000, { description: 'The same as detail.', example: DETAIL }) message!: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'array', maxItems: 100, items: { type: 'string', maxLength: 10_000 } },
    description: 'Messages by parameter.',
    example: { per_page: [DETAIL] },
  })
  errors?: Record<string, string[]>;
}

/** An example of a response with the code. */
export function problemExample(code: ProblemCode): object {
  const isValidation = code === 'validation_failed';
  return problemDetails(code, {
    base: 'https://pagegrade.example.com',
    detail: isValidation ? DETAIL : PROBLEM_TYPES[code].meaning,
    instance: '/api/v1/reports',
    request_id: REQUEST_ID,
    errors: isValidation ? { per_page: [DETAIL] } : null,
  });
}

/** A part of the request that had no effect. */
export class WarningView {
  @EnumField(['unknown_parameter', 'password_ignored', 'password_missing']) code!: string;

  @StringField(100, { description: 'Name of the parameter.', example: 'perpage' }) field!: string;

  @StringField(1000, { example: 'perpage is unknown and had no effect. Did you mean per_page?' })
  detail!: string;
}
