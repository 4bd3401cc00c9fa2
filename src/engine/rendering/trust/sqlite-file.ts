/** So large that no row of a certificate needs a second page. */
const PAGE_BYTES = 65_536;
const MAX_ROW_BYTES = 60_000;
const HEADER_BYTES = 100;
const PAGE_TYPES = { inner: 0x05, leaf: 0x0d };

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Values by column; a missing one is null. */
  readonly rows: readonly ReadonlyMap<string, Uint8Array>[];
}

/** A value as a record holds it: its type, and its bytes. */
type Value = readonly [type: Buffer, bytes: Buffer];

const NULL: Value = [Buffer.from([0]), Buffer.alloc(0)];

/** The bytes of an SQLite database with one table, whose first column, `id`, numbers the rows. Rows of more than 60 kB are
 *  left out. A tree of two levels holds some thousand pages.
 *  @see https://sqlite.org/fileformat2.html */
export function sqliteFile({ name, columns, rows }: Table): Buffer {
  const leaves = leavesOf(rows.map((row) => columns.map((column) => blob(row.get(column)))));
  const [only] = leaves;
  const pages =
    leaves.length === 1 && only ? [only.page] : [innerPage(leaves), ...leaves.map(({ page }) => page)];
  // eslint-disable-next-line no-restricted-syntax -- an SQLite file holds the statement that makes its table
  const sql = `CREATE TABLE ${name} (id INTEGER PRIMARY KEY, ${columns.join(', ')})`;
  const schema = cell(1, [
    text('table'),
    text(name),
    text(name),
    [Buffer.from([1]), Buffer.from([2])],
    text(sql),
  ]);
  return Buffer.concat([
    pageOf(PAGE_TYPES.leaf, [schema], { header: fileHeader(pages.length + 1) }),
    ...pages,
  ]);
}

function fileHeader(pages: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('SQLite format 3\0');
  // A page size of 65536, which is written as 1, a rollback journal, and the fractions that the format requires.
  header.writeUInt16BE(1, 16);
  header.set([1, 1, 0, 64, 32, 32], 18);
  const fields = [
    { at: 24, value: 1, is: 'changes of the file' },
    { at: 28, value: pages, is: 'its pages' },
    { at: 40, value: 1, is: 'changes of the schema' },
    { at: 44, value: 4, is: 'format of the schema' },
    { at: 56, value: 1, is: 'UTF-8' },
    { at: 92, value: 1, is: 'changes for which the version is valid' },
    { at: 96, value: 3_040_001, is: 'version of SQLite' },
  ];
  for (const { at, value } of fields) header.writeUInt32BE(value, at);
  return header;
}

/** The rows on as few pages as they fit on, each with the number of its last row. */
function leavesOf(rows: readonly (readonly Value[])[]): { lastRow: number; page: Buffer }[] {
  const leaves: { lastRow: number; page: Buffer }[] = [];
  let [cells, bytes, row]: [Buffer[], number, number] = [[], 8, 0];
  const endPage = () => {
    leaves.push({ lastRow: row, page: pageOf(PAGE_TYPES.leaf, cells) });
    [cells, bytes] = [[], 8];
  };
  for (const values of rows) {
    const next = cell(row + 1, [NULL, ...values]);
    if (next.length > MAX_ROW_BYTES) continue;
    if (bytes + next.length + 2 > PAGE_BYTES) endPage();
    row += 1;
    cells.push(next);
    bytes += next.length + 2;
  }
  endPage();
  return leaves;
}

/** The page above the leaves, which begin at the third of the file. */
function innerPage(leaves: readonly { readonly lastRow: number }[]): Buffer {
  const cells = leaves
    .slice(0, -1)
    .map(({ lastRow }, index) => Buffer.concat([uint32(3 + index), variableInteger(lastRow)]));
  return pageOf(PAGE_TYPES.inner, cells, { right: 2 + leaves.length });
}

function pageOf(
  type: number,
  cells: readonly Buffer[],
  { header = Buffer.alloc(0), right }: { readonly header?: Buffer; readonly right?: number } = {},
): Buffer {
  const page = Buffer.alloc(PAGE_BYTES);
  header.copy(page);
  const start = header.length;
  page[start] = type;
  page.writeUInt16BE(cells.length, start + 3);
  if (right !== undefined) page.writeUInt32BE(right, start + 8);
  let pointer = start + (right === undefined ? 8 : 12);
  let end = PAGE_BYTES;
  for (const bytes of cells) {
    end -= bytes.length;
    bytes.copy(page, end);
    page.writeUInt16BE(end, pointer);
    pointer += 2;
  }
  page.writeUInt16BE(end % PAGE_BYTES, start + 5);
  return page;
}

function cell(row: number, values: readonly Value[]): Buffer {
  const types = Buffer.concat(values.map(([type]) => type));
  const headerBytes = types.length + (types.length + 1 < 128 ? 1 : 2);
  const record = Buffer.concat([variableInteger(headerBytes), types, ...values.map(([, bytes]) => bytes)]);
  return Buffer.concat([variableInteger(record.length), variableInteger(row), record]);
}

function blob(bytes: Uint8Array | undefined): Value {
  return bytes ? [variableInteger(12 + 2 * bytes.length), Buffer.from(bytes)] : NULL;
}

function text(value: string): Value {
  const bytes = Buffer.from(value);
  return [variableInteger(13 + 2 * bytes.length), bytes];
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function variableInteger(value: number): Buffer {
  const bytes = [value & 0x7f];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift((rest & 0x7f) | 0x80);
  return Buffer.from(bytes);
}
