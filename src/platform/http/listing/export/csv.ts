import { stringify } from 'csv-stringify/sync';

interface Column {
  readonly name: string;
  readonly valueIn: (record: object) => unknown;
}

/** RFC 4180. Text that a spreadsheet would run as a formula gets a leading apostrophe; lists and objects are JSON.
 *  @see https://owasp.org/www-community/attacks/CSV_Injection */
const OPTIONS = {
  record_delimiter: 'windows',
  quote_record_delimiter: true,
  // Separators of spreadsheets in other countries: what follows one would be a cell.
  quoted_match: /[;\t]/,
  escape_formulas: true,
  cast: { boolean: String },
} as const;

/** A column for each field. That of a part of a field, `error.code`, is named `error_code`. */
export function columnsOf(fields: readonly string[]): Column[] {
  return fields.map((field) => {
    const names = field.split('.');
    return { name: names.join('_'), valueIn: (record) => names.reduce<unknown>(partOf, record) };
  });
}

function partOf(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null)?.[name];
}

/** Lines of CSV, each with its end. Null and undefined are empty cells. */
export function csvText(rows: readonly (readonly unknown[])[]): string {
  return stringify([...rows], OPTIONS);
}
