import { parse } from 'csv-parse/sync';
import { request } from 'undici';
import { type Account, type TestApp } from './app.js';

export interface Exported {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Sends a request as it is: unlike fetch, without headers of its own, and without decompressing the response. */
export async function exported(
  { url }: TestApp,
  { key }: Pick<Account, 'key'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Exported> {
  const {
    statusCode,
    headers: received,
    body,
  } = await request(`${url}/api/v1/${path}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  const bytes = Buffer.from(await body.arrayBuffer());
  return { status: statusCode, headers: received, bytes, text: bytes.toString() };
}

/** The records of a whole list, read as JSON by cursor. */
export async function wholeList(account: Account, list: string, query = ''): Promise<object[]> {
  const records: object[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const at: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await account.call('get', `/api/v1/${list}?per_page=100${query}${at}`).expect(200);
    records.push(...body.data);
    cursor = body.meta.next_cursor;
  }
  return records;
}

/** Rows of cells, as a reader of another author than the writer's finds them. */
export function cellsOf(csv: string): string[][] {
  return parse(csv, { record_delimiter: '\r\n' });
}

/** What CSV should hold of a record of a list. */
export function rowOf(record: object): string[] {
  return Object.values(record).map((value: object | string | number | boolean | null) => {
    if (value === null) return '';
    if (typeof value !== 'object') return String(value);
    return 'code' in value ? String(value.code) : JSON.stringify(value);
  });
}
