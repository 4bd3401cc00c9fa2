import { EnumField, CountField, BooleanField, IdField, UrlField, StringField } from './fields.js';

const LIST = 'https://pagegrade.example.com/api/v1/reports';
const NULL_BY_CURSOR = 'Null where the list was reached by a cursor.';
const byPage = { required: false } as const;

/** Addresses of other pages of a list, null where there are none. */
export class LinksView {
  @UrlField({ nullable: true, description: NULL_BY_CURSOR, example: `${LIST}?page=1` }) first!: string | null;

  @UrlField({ nullable: true, description: NULL_BY_CURSOR, example: `${LIST}?page=5` }) last!: string | null;

  @UrlField({ nullable: true, example: null }) prev!: string | null;

  @UrlField({ nullable: true, example: `${LIST}?page=2` }) next!: string | null;
}

/** Where in the list the answer is. Only path, per_page and next_cursor are there whichever way it was asked for. */
export class MetaView {
  @UrlField({ example: LIST }) path!: string;

  @EnumField([10, 25, 50, 100], { example: 10 }) per_page!: number;

  @StringField(8192, { nullable: true, description: 'Continues the list by cursor; null at its end.' })
  next_cursor!: string | null;

  @StringField(8192, { nullable: true, required: false, description: 'Only in answers to a cursor.' })
  prev_cursor?: string | null;

  @CountField({ ...byPage, example: 1 }) current_page?: number;

  @CountField({ ...byPage, nullable: true, description: 'Number of the first record.', example: 1 }) from?:
    number | null;

  @CountField({ ...byPage, nullable: true, description: 'Number of the last record.', example: 10 }) to?:
    number | null;

  @CountField({ ...byPage, example: 5 }) last_page?: number;

  @CountField({ ...byPage, description: 'All records, exact.', example: 42 }) total?: number;

  @BooleanField({
    required: false,
    description: 'True where a search matches more than 10000 records, which are then not counted.',
  })
  total_capped?: boolean;

  @CountField({
    ...byPage,
    description:
      'Only where a search for one or two characters, or for what very many records of a long list hold, was not ' +
      'carried through all of it: so many of its first ' +
      'records were searched, in its order. next_cursor goes on with the search.',
    example: 20_000,
  })
  searched?: number;
}

/** Answer to a delete. */
export class DeletedView {
  @IdField() id!: number;

  @EnumField(['report', 'website']) object!: string;

  @BooleanField({ example: true }) deleted!: boolean;
}
