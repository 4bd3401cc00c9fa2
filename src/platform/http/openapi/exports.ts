import { type OpenAPIObject } from '@nestjs/swagger';
import { EXPORT_FORMATS, type ExportFormat } from '../listing/export/export-format.js';
import { type Headers, headersOf } from './responses.js';
import { type Operation, type Response } from './with-operations.js';

type Parameter = Extract<NonNullable<Operation['parameters']>[number], { name: string }>;

const NOT_OF_EXPORTS = new Set(['page', 'cursor', 'per_page']);

const LINK: Headers = { Link: { required: true, description: 'URL of the list as JSON (rel="alternate").' } };

/** Response headers that only exports have. */
export const EXPORT_HEADERS: Headers = {
  'Content-Disposition': { description: 'Name of the file, for exports.' },
};

export const EXPORT_DESCRIPTION =
  'With "Accept: text/csv" or "Accept: application/x-ndjson", or the extension .csv or .ndjson in the path (which ' +
  'takes precedence), the response is the whole list in its order, as a stream: page and cursor are refused, ' +
  'per_page has no effect. A response that is cut off is incomplete.';

/** The media types of an export, for the success response of a list. Their examples follow from {@link withExports}. */
export const EXPORT_CONTENT = Object.fromEntries(
  EXPORT_FORMATS.map((format) => [mediaTypeOf(format), { schema: schemaOf(format) }]),
);

function mediaTypeOf({ contentType }: ExportFormat): string {
  return contentType.replace(/;.*/, '');
}

function schemaOf(format: ExportFormat): object {
  const description =
    format.extension === '.csv'
      ? 'The whole list by RFC 4180, with a header of the field names: error_code for error.code, an empty cell for null, ' +
        "JSON for lists and objects. Text that begins with = + - @, tab or CR gets a leading apostrophe (')."
      : 'The whole list: on each line one record, as the JSON list has it.';
  return {
    type: 'string',
    contentMediaType: mediaTypeOf(format),
    maxLength: Number.MAX_SAFE_INTEGER,
    description,
  };
}

/** Gives exports the paths that they are routed at, operations of their own, and examples made of the list's.
 *  @param document with the examples of lists */
export function withExports(document: OpenAPIObject): OpenAPIObject {
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const format = EXPORT_FORMATS.find(({ extension }) => path.endsWith(extension));
    const get = item.get && withFormatExamples(item.get);
    if (!format || !get) return [path, { ...item, ...(get && { get: withJsonAlone(get) }) }];
    return [path.replace(/\/(?=[.]\w+$)/, ''), { get: exportOperation(get, format) }];
  });
  return { ...document, paths: Object.fromEntries(paths) as OpenAPIObject['paths'] };
}

/** Generated clients can't tell the types of one status apart. */
function withJsonAlone(operation: Operation): Operation {
  const success = operation.responses['200'] as Response | undefined;
  const json = success?.content?.['application/json'];
  if (!success || !json) return operation;
  const content = { 'application/json': json };
  return { ...operation, responses: { ...operation.responses, 200: { ...success, content } } };
}

function exportOperation(operation: Operation, format: ExportFormat): Operation {
  const parameters = operation.parameters as Parameter[];
  const success = operation.responses['200'] as Response;
  const type = mediaTypeOf(format);
  const media = success.content?.[type] ?? {};
  return {
    ...operation,
    operationId: `${String(operation.operationId)}As${format.extension === '.csv' ? 'Csv' : 'Ndjson'}`,
    summary: `${String(operation.summary)} as ${format.name}`,
    description: `The whole list in its order, as a stream. A response that is cut off is incomplete.`,
    parameters: parameters.filter(({ name }) => !NOT_OF_EXPORTS.has(name)),
    responses: {
      ...operation.responses,
      200: {
        ...success,
        description: 'The whole list.',
        headers: { ...success.headers, ...headersOf(LINK) },
        content: { [type]: media },
      },
    },
  };
}

function withFormatExamples(operation: Operation): Operation {
  const success = operation.responses['200'] as Response | undefined;
  const list = success?.content?.['application/json']?.example as { readonly data?: unknown } | undefined;
  if (!success?.content || !Array.isArray(list?.data)) return operation;
  const records = list.data as object[];
  const content = { ...success.content };
  for (const format of EXPORT_FORMATS) {
    const media = content[mediaTypeOf(format)];
    if (!media) continue;
    const { head, write } = format.writer(Object.keys(records[0] ?? {}));
    content[mediaTypeOf(format)] = { ...media, example: head + write(records) };
  }
  return { ...operation, responses: { ...operation.responses, 200: { ...success, content } } };
}
