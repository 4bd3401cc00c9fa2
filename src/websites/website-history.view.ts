import { ApiProperty } from '@nestjs/swagger';
import { CountField, DateField, ScoreField } from '../platform/http/openapi/fields.js';

/** The completed reports of a website in one interval. Reports that confirm a breach of a monitor are not counted. */
export class HistoryRowView {
  @DateField({ description: 'First day of the interval, in UTC.', example: '2026-11-16' })
  start!: string;

  @CountField({ description: 'Number of completed reports.', example: 12 }) count!: number;

  @ApiProperty({
    type: 'number',
    minimum: 0,
    maximum: 100,
    description: 'Average score, rounded to two decimals.',
    example: 81.25,
  })
  average!: number;

  @ScoreField({ description: 'Lowest score.', example: 62 }) min!: number;

  @ScoreField({ description: 'Highest score.', example: 94 }) max!: number;
}
