import { type StreamableFile, type Type } from '@nestjs/common';
import { DECORATORS } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { baseUrlOf, resourcePathOf } from '../../server/base-url.js';
import { type BodyOf } from '../../body.interceptor.js';
import { ValidationFailed } from '../../../errors/http-errors.js';
import { queryOf } from '../../input/input.js';
import { type Representation } from '../../record/record-body.js';
import { trimmed } from '../../rules/parameter.js';
import { streamed } from '../../streamed.js';
import { listingBody, repeatedQuery } from '../listing-body.js';
import { type Listing } from '../listing.js';
import { type ExportFormat, formatOfAccept, formatOfPath } from './export-format.js';
import { limitExports } from './export-limit.js';

/** Records that one statement reads. No connection is held between two statements, however slowly the client reads. */
const SLICE = 250;
/** Slices that wait for a slow client. */
const BUFFERED_SLICES = 2;

const PART_OF_A_LIST = ['page', 'cursor'];

/** Makes a {@link Listing} the body that the client asks for: a page as JSON, or the whole list as a stream. */
export function negotiatedBody<Row, View extends object>(
  representation: Representation<Row, View>,
): BodyOf<Listing<Row>> {
  const pageBody = listingBody(representation.view);
  return (listing, request, response) => {
    const format = formatOf(request, response);
    return format
      ? exportBody({ representation, listing, format }, request, response)
      : pageBody(listing, request, response);
  };
}

function formatOf(request: Request, response: Response): ExportFormat | null {
  const named = formatOfPath(resourcePathOf(request));
  if (named) return named;
  response.vary('Accept');
  return formatOfAccept(request);
}

interface Export<Row, View extends object> {
  readonly representation: Representation<Row, View>;
  /** Its first page. */
  readonly listing: Listing<Row>;
  readonly format: ExportFormat;
}

/** @throws ValidationFailed, TooManyExports */
function exportBody<Row, View extends object>(
  exported: Export<Row, View>,
  request: Request,
  response: Response,
): StreamableFile {
  refuseWhatHasNoEffect(request);
  limitExports(request, response);
  setHeaders(exported, request, response);
  // Of two streams the error of one destroys both, and the response is destroyed with the second one.
  const text = Readable.from(textOf(exported, request), { highWaterMark: BUFFERED_SLICES });
  const isCompressed = request.acceptsEncodings(['gzip', 'identity']) === 'gzip';
  if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
  return streamed(isCompressed ? pipeline(text, createGzip(), () => undefined) : text, response);
}

/** An export has no place for warnings, so what a list would warn about is refused, even in lenient handling.
 *  @throws ValidationFailed */
function refuseWhatHasNoEffect(request: Request): void {
  const { fields, warnings } = queryOf(request);
  const meaningless = warnings.isStrict ? [...PART_OF_A_LIST, 'per_page'] : PART_OF_A_LIST;
  const isSent = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' && trimmed(value) !== '';
  };
  const refusals = meaningless
    .filter(isSent)
    .map((name): [string, string[]] => [
      name,
      [`${name} has no effect on an export, which is the whole list. Remove it.`],
    ]);
  for (const { field, detail } of warnings.list) refusals.push([field, [detail]]);
  if (refusals.length > 0) throw new ValidationFailed(Object.fromEntries(refusals));
}

function setHeaders(
  { listing, format: { contentType, extension } }: Pick<Export<unknown, object>, 'listing' | 'format'>,
  request: Request,
  response: Response,
): void {
  const path = resourcePathOf(request).replace(extension, '');
  const query = repeatedQuery(listing, request);
  const search = query.size === 0 ? '' : `?${query.toString()}`;
  response.vary('Accept-Encoding').set({
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${fileNameOf(path)}${extension}"`,
    Link: `<${baseUrlOf(request)}${path}${search}>; rel="alternate"; type="application/json"`,
  });
}

async function* textOf<Row, View extends object>(
  { representation: { schema, view }, listing, format }: Export<Row, View>,
  request: Request,
): AsyncGenerator<string> {
  const base = baseUrlOf(request);
  const { head, write } = format.writer(fieldsOf(schema));
  const textOfRows = (rows: readonly Row[]) => write(rows.map((row) => view(row, base)));
  yield head + textOfRows(listing.result.rows);
  if (request.method === 'HEAD') return;
  for await (const rows of listing.rest(SLICE)) yield textOfRows(rows);
}

/** The documented fields of a view, in their order. An error that is a record is its code alone: its detail is text for
 *  people. */
function fieldsOf({ prototype }: Type): string[] {
  const view = prototype as object;
  const names = Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES_ARRAY, view) as string[];
  return names
    .map((name) => name.replace(/^:/, ''))
    .map((name) => (name === 'error' && !isText(view, name) ? 'error.code' : name));
}

function isText(view: object, field: string): boolean {
  const { type } = Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, view, field) as { type: unknown };
  return type === 'string';
}

/** The last part of a path, without characters that file names can't have everywhere. */
function fileNameOf(path: string): string {
  return path.replace(/^.*\//, '').replace(/%[0-9a-f]{2}|:/gi, '-');
}
