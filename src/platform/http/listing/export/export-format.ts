import { applyDecorators, Get, SetMetadata } from '@nestjs/common';
import { type Request } from 'express';
import { csvText, columnsOf } from './csv.js';

/** A format that a whole list can be exported in. */
export interface ExportFormat {
  /** Of files and paths, with its dot. */
  readonly extension: string;
  readonly name: string;
  readonly contentType: string;
  /** Makes the writer of one response.
   *  @param fields of every record, in their order; `error.code` is a part of a field */
  readonly writer: (fields: readonly string[]) => ExportWriter;
}

/** Makes text of records, as the API shows them in lists. */
export interface ExportWriter {
  /** Precedes all records. */
  readonly head: string;
  readonly write: (records: readonly object[]) => string;
}

/** @see https://www.rfc-editor.org/rfc/rfc4180 */
const CSV: ExportFormat = {
  extension: '.csv',
  name: 'CSV',
  contentType: 'text/csv; charset=utf-8; header=present',
  writer: (fields) => {
    const columns = columnsOf(fields);
    return {
      head: csvText([columns.map(({ name }) => name)]),
      write: (records) => csvText(records.map((record) => columns.map(({ valueIn }) => valueIn(record)))),
    };
  },
};

/** @see https://github.com/ndjson/ndjson-spec */
const NDJSON: ExportFormat = {
  extension: '.ndjson',
  name: 'NDJSON',
  contentType: 'application/x-ndjson; charset=utf-8',
  writer: () => ({
    head: '',
    write: (records) => records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  }),
};

export const EXPORT_FORMATS: readonly ExportFormat[] = [CSV, NDJSON];

const JSON_TYPE = 'application/json';

const HAS_EXPORTS = 'listing:exports';

/** The route of a list and, with an extension, of its exports, which `Accept` also chooses. */
export function GetListing(path = ''): MethodDecorator {
  // A parameter at the end of the path would take the extension for a part of itself.
  const endsWithParameter = /:\w+$/.test(path);
  return exported(endsWithParameter ? [...exportPaths(path), path] : [path, ...exportPaths(path)]);
}

/** The routes of the exports of a list that has no pages. */
export function GetExports(path: string): MethodDecorator {
  return exported(exportPaths(path));
}

export function hasExports(handler: object): boolean {
  return Reflect.hasMetadata(HAS_EXPORTS, handler);
}

function exported(paths: string[]): MethodDecorator {
  return applyDecorators(Get(paths), SetMetadata(HAS_EXPORTS, true));
}

function exportPaths(path: string): string[] {
  return EXPORT_FORMATS.map(({ extension }) => path + extension);
}

/** The format that a path names by its extension; null if it has none. */
export function formatOfPath(path: string): ExportFormat | null {
  return EXPORT_FORMATS.find(({ extension }) => path.endsWith(extension)) ?? null;
}

/** The format that `Accept` prefers to JSON; null if it prefers JSON, or nothing that a list has. */
export function formatOfAccept(request: Request): ExportFormat | null {
  const types = EXPORT_FORMATS.map(({ contentType }) => contentType);
  const preferred = request.accepts([JSON_TYPE, ...types]);
  return EXPORT_FORMATS.find(({ contentType }) => contentType === preferred) ?? null;
}
