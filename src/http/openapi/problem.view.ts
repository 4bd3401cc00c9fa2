import { ApiPropertyOptional } from '@nestjs/swagger';
import { PROBLEM_TYPES, type ProblemCode, slugOf } from '../problems.js';
import { EnumField, IntegerField, UrlField, StringField } from './fields.js';

const DETAIL = 'per_page must be one of 10, 25, 50, 100.';

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

  @StringField(128, {
    description: 'Identifies the log entry.',
    example: '0b5c3a9e-6c0e-4b43-9d0e-0d6a8f1f2f3c',
  })
  request_id!: string;

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
export function problemExample(code: ProblemCode): Problem {
  const { status, title, meaning } = PROBLEM_TYPES[code];
  const isValidation = code === 'validation_failed';
  const detail = isValidation ? DETAIL : meaning;
  return {
    type: `https://pagegrade.example.com/problems/${slugOf(code)}`,
    title,
    status,
    detail,
    instance: '/api/v1/reports',
    code,
    request_id: '0b5c3a9e-6c0e-4b43-9d0e-0d6a8f1f2f3c',
    message: detail,
    ...(isValidation && { errors: { per_page: [DETAIL] } }),
  };
}

/** A part of the request that had no effect. */
export class WarningView {
  @EnumField(['unknown_parameter', 'password_ignored', 'password_missing']) code!: string;

  @StringField(100, { description: 'Name of the parameter.', example: 'perpage' }) field!: string;

  @StringField(1000, { example: 'perpage is unknown and had no effect. Did you mean per_page?' })
  detail!: string;
}
