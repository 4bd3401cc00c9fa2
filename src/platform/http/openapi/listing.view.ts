import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { EnumField, CountField, BooleanField, IdField, UrlField, StringField } from './fields.js';
import { OBJECT_NAME } from './object-names.js';

const LIST = 'https://pagegrade.example.com/api/v1/reports';
const NULL_BY_CURSOR = 'Null in responses to a cursor.';
const byPage = { required: false } as const;

/** URLs of other pages of the list, null if there is none. */
export class LinksView {
  @UrlField({ nullable: true, description: NULL_BY_CURSOR, example: `${LIST}?page=1` }) first!: string | null;

  @UrlField({ nullable: true, description: NULL_BY_CURSOR, example: `${LIST}?page=5` }) last!: string | null;

  @UrlField({ nullable: true, example: null }) prev!: string | null;

  @UrlField({ nullable: true, example: `${LIST}?page=2` }) next!: string | null;
}

/** The position in the list. Responses to a cursor have path, per_page and the cursors only. */
export class MetaView {
  @UrlField({ example: LIST }) path!: string;

  @EnumField([10, 25, 50, 100], { example: 10 }) per_page!: number;

  @StringField(12_288, { nullable: true, description: 'Cursor of the next page; null at the end.' })
  next_cursor!: string | null;

  @StringField(12_288, { nullable: true, required: false, description: 'Only in responses to a cursor.' })
  prev_cursor?: string | null;

  @CountField({ ...byPage, example: 1 }) current_page?: number;

  @CountField({ ...byPage, nullable: true, description: 'Number of the first record.', example: 1 }) from?:
    number | null;

  @CountField({ ...byPage, nullable: true, description: 'Number of the last record.', example: 10 }) to?:
    number | null;

  @CountField({ ...byPage, example: 5 }) last_page?: number;

  @CountField({
    ...byPage,
    description: 'Number of records: exact, unless total_capped is true.',
    example: 42,
  })
  total?: number;

  @BooleanField({
    required: false,
    description:
      'True if more records match than are counted: total is 10000 then for a search, else 100000. Never in lists of reports ' +
      'without filters or with website_id and result alone, and in lists of websites, or of the pages of a website, without ' +
      'filters.',
  })
  total_capped?: boolean;

  @CountField({
    ...byPage,
    description:
      'Only if a search stopped early, as it can for very short or very common text: the number of records searched. ' +
      'Pass next_cursor to continue the search.',
    example: 20_000,
  })
  searched?: number;
}

/** Response to a deletion. */
export class DeletedView {
  @IdField() id!: number;

  @ApiProperty({ allOf: [{ $ref: getSchemaPath(OBJECT_NAME) }] }) object!: string;

  @BooleanField({ example: true }) deleted!: boolean;
}
