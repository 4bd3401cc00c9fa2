import { ApiProperty } from '@nestjs/swagger';

const LIST = 'https://pagegrade.example.com/api/v1/reports';
const link = { type: 'string', format: 'uri', nullable: true } as const;

/** Addresses of other pages of a list, null where there are none. */
export class LinksView {
  @ApiProperty({
    ...link,
    description: 'Null where the list was reached by a cursor.',
    example: `${LIST}?page=1`,
  })
  first!: string | null;

  @ApiProperty({
    ...link,
    description: 'Null where the list was reached by a cursor.',
    example: `${LIST}?page=5`,
  })
  last!: string | null;

  @ApiProperty({ ...link, example: null })
  prev!: string | null;

  @ApiProperty({ ...link, example: `${LIST}?page=2` })
  next!: string | null;
}

/** Where in the list the answer is. Only path, per_page and next_cursor are there whichever way it was asked for. */
export class MetaView {
  @ApiProperty({ type: 'string', format: 'uri', example: LIST })
  path!: string;

  @ApiProperty({ type: 'integer', example: 10 })
  per_page!: number;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Continues the list by cursor; null at its end.',
  })
  next_cursor!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    required: false,
    description: 'Only in answers to a cursor.',
  })
  prev_cursor?: string | null;

  @ApiProperty({ type: 'integer', required: false, minimum: 1, example: 1 })
  current_page?: number;

  @ApiProperty({
    type: 'integer',
    required: false,
    nullable: true,
    description: 'Number of the first record.',
    example: 1,
  })
  from?: number | null;

  @ApiProperty({
    type: 'integer',
    required: false,
    nullable: true,
    description: 'Number of the last record.',
    example: 10,
  })
  to?: number | null;

  @ApiProperty({ type: 'integer', required: false, minimum: 1, example: 5 })
  last_page?: number;

  @ApiProperty({
    type: 'integer',
    required: false,
    minimum: 0,
    description: 'All records, exact.',
    example: 42,
  })
  total?: number;

  @ApiProperty({
    type: 'boolean',
    required: false,
    description: 'True where a search matches more than 10000 records, which are then not counted.',
  })
  total_capped?: boolean;
}

/** Answer to a delete. */
export class DeletedView {
  @ApiProperty({ type: 'integer', example: 12 })
  id!: number;

  @ApiProperty({ type: 'string', enum: ['report', 'website'] })
  object!: string;

  @ApiProperty({ type: 'boolean', enum: [true] })
  deleted!: boolean;
}
