import { type OpenAPIObject } from '@nestjs/swagger';
import { EXPORT_FORMATS, type ExportFormat } from '../listing/export/export-format.js';
import { type Headers, headersOf } from './responses.js';
import { type Operation, type Response } from './with-operations.js';

type Parameter = Extract<NonNullable<Operation['parameters']>[number], { name: string }>;

type Schemas = NonNullable<OpenAPIObject['components']>['schemas'];
type Schema = Extract<NonNullable<Schemas>[string], { type?: unknown }>;

/** JSON of a list, with its example. Rows that are no list have no links. */
interface ListMedia {
  readonly schema: {
    readonly properties: {
      readonly data: { readonly items: { readonly $ref: string } };
      readonly links?: object;
    };
  };
  readonly example: { readonly data: readonly object[] };
}

const NOT_OF_EXPORTS = new Set(['page', 'cursor', 'per_page']);

const LINK: Headers = { Link: { required: true, description: 'URL of the list as JSON (rel="alternate").' } };

const EXPORT_HEADERS: Headers = {
  'Content-Disposition': { description: 'Name of the file, for exports.' },
};

const EXPORT_DESCRIPTION =
  'With "Accept: text/csv" or "Accept: application/x-ndjson", or the extension .csv or .ndjson in the path (which ' +
  'takes precedence), the response is the whole list in its order, as a stream: page and cursor are refused, ' +
  'per_page has no effect. A response that is cut off is incomplete.';

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

/** Gives exports the paths that they are routed at, operations of their own, and examples made of the list's. Lists that
 *  have exports say so.
 *  @param document with the examples of lists */
export function withExports(document: OpenAPIObject): OpenAPIObject {
  const exportedPaths = new Set(Object.keys(document.paths).filter(isExport).map(listPathOf));
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const format = EXPORT_FORMATS.find(({ extension }) => path.endsWith(extension));
    if (!item.get) return [path, item];
    if (format) {
      const get = exportOperation(item.get, format, document);
      return [listPathOf(path) + format.extension, { get }];
    }
    const hasExports = exportedPaths.has(path) && isList(item.get);
    return [path, hasExports ? { ...item, get: exportedList(item.get) } : item];
  });
  return { ...document, paths: Object.fromEntries(paths) as OpenAPIObject['paths'] };
}

function isExport(path: string): boolean {
  return EXPORT_FORMATS.some(({ extension }) => path.endsWith(extension));
}

/** The findings of a crawl have exports beside them that are other records. */
function isList(operation: Operation): boolean {
  const { content } = operation.responses['200'] as Response;
  const { schema } = content?.['application/json'] as ListMedia;
  return schema.properties.links !== undefined;
}

function listPathOf(exportPath: string): string {
  return exportPath.replace(/\/?[.]\w+$/, '');
}

/** Its success has JSON alone: generated clients can't tell the types of one status apart. */
function exportedList(operation: Operation): Operation {
  const success = operation.responses['200'] as Response;
  const headers = { ...success.headers, ...headersOf(EXPORT_HEADERS) };
  const description = 'One page of the list, or all of it as an export.';
  return {
    ...operation,
    description: [operation.description, EXPORT_DESCRIPTION].filter(Boolean).join(' '),
    responses: { ...operation.responses, 200: { ...success, description, headers } },
  };
}

function exportOperation(operation: Operation, format: ExportFormat, document: OpenAPIObject): Operation {
  const parameters = operation.parameters as Parameter[];
  const success = operation.responses['200'] as Response;
  const schema = schemaOf(format);
  const example = exampleOf(success, format, document.components?.schemas);
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
        headers: { ...success.headers, ...headersOf({ ...LINK, ...EXPORT_HEADERS }) },
        content: { [mediaTypeOf(format)]: { schema, example } },
      },
    },
  };
}

/** The example of the list, in another format. */
function exampleOf({ content }: Response, format: ExportFormat, schemas: Schemas): string {
  const { schema, example } = content?.['application/json'] as ListMedia;
  const name = schema.properties.data.items.$ref.split('/').at(-1) ?? '';
  const { properties = {} } = schemas?.[name] as Schema;
  const fields = Object.keys(example.data[0] ?? {}).map((field) => {
    const documented = properties[field];
    return field === 'error' && documented && !('type' in documented) ? 'error.code' : field;
  });
  const { head, write } = format.writer(fields);
  return head + write(example.data);
}
