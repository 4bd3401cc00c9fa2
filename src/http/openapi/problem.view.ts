import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PROBLEM_TYPES } from '../problems.js';

/** RFC 9457 problem details; `message` and `errors` repeat them for clients that read those. */
export class Problem {
  @ApiProperty({
    type: 'string',
    format: 'uri',
    description: 'Address of a page that explains this kind of problem.',
    example: 'https://pagegrade.example.com/problems/validation-failed',
  })
  type!: string;

  @ApiProperty({ type: 'string', example: 'Validation failed' })
  title!: string;

  @ApiProperty({ type: 'integer', minimum: 400, maximum: 599, example: 422 })
  status!: number;

  @ApiProperty({ type: 'string', example: 'per_page must be one of 10, 25, 50, 100.' })
  detail!: string;

  @ApiProperty({ type: 'string', description: 'Path of the request.', example: '/api/v1/reports' })
  instance!: string;

  @ApiProperty({ type: 'string', enum: Object.keys(PROBLEM_TYPES), example: 'validation_failed' })
  code!: string;

  @ApiProperty({
    type: 'string',
    description: 'Finds the log entry.',
    example: '0b5c3a9e-6c0e-4b43-9d0e-0d6a8f1f2f3c',
  })
  request_id!: string;

  @ApiProperty({
    type: 'string',
    description: 'The same as detail.',
    example: 'per_page must be one of 10, 25, 50, 100.',
  })
  message!: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    description: 'Messages by the name of the parameter.',
    example: { per_page: ['per_page must be one of 10, 25, 50, 100.'] },
  })
  errors?: Record<string, string[]>;
}

/** A part of the request that had no effect. */
export class WarningView {
  @ApiProperty({ type: 'string', enum: ['unknown_parameter', 'password_ignored', 'password_missing'] })
  code!: string;

  @ApiProperty({ type: 'string', description: 'Name of the parameter.', example: 'perpage' })
  field!: string;

  @ApiProperty({ type: 'string', example: 'perpage is unknown and had no effect. Did you mean per_page?' })
  detail!: string;
}
