import { applyDecorators, HttpCode, type Type, UseInterceptors } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiOperation,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { ListingInterceptor } from '../listing/listing.interceptor.js';
import { DeletedInterceptor } from '../record/deleted.interceptor.js';
import { RecordInterceptor } from '../record/record.interceptor.js';
import { type Representation } from '../record/representation.js';
import { DeletedView, LinksView, MetaView } from './listing.view.js';
import { WarningView } from './problem.view.js';
import { ApiRequestHeader, type Headers, headersOf } from './responses.js';

export interface Operation {
  readonly summary: string;
  readonly operationId: string;
  readonly description?: string;
}

const ETAG: Headers = { ETag: { required: false, description: 'Version of the record.' } };

const warnings = {
  type: 'array',
  maxItems: 100,
  description: 'Parts of the request that had no effect; absent if there are none.',
  items: { $ref: getSchemaPath(WarningView) },
} as const;

/** The handler returns a `Listing`. */
export function ApiListing<Row, View extends object>(
  { schema, view }: Representation<Row, View>,
  operation: Operation,
): MethodDecorator {
  return applyDecorators(
    UseInterceptors(new ListingInterceptor(view)),
    ApiOperation(operation),
    ApiExtraModels(schema, LinksView, MetaView),
    success(200, {
      description: 'One page of the list.',
      headers: { Link: { required: true, description: 'The links, as RFC 8288 has them.' } },
      schema: {
        type: 'object',
        required: ['data', 'links', 'meta'],
        properties: {
          data: { type: 'array', maxItems: 100, items: { $ref: getSchemaPath(schema) } },
          links: { $ref: getSchemaPath(LinksView) },
          meta: { $ref: getSchemaPath(MetaView) },
          warnings,
        },
      },
    }),
  );
}

/** The handler returns a record. */
export function ApiRecord<Row, View extends object>(
  representation: Representation<Row, View>,
  operation: Operation,
): MethodDecorator {
  const retryAfter = { required: false, description: 'Seconds to wait before asking again, until complete.' };
  const headers = { ...ETAG, ...(representation.retryAfter && { 'Retry-After': retryAfter }) };
  return applyDecorators(
    HttpCode(200),
    recordOperation(representation, operation),
    recordResponse(representation, 200, { description: 'The record.', headers }),
  );
}

/** The handler returns a `Stored` record.
 *  @param outcomes when the status is 200 or 202, if it can be */
export function ApiStored<Row, View extends object>(
  representation: Representation<Row, View>,
  {
    existing,
    accepted,
    ...operation
  }: Operation & { readonly existing?: string; readonly accepted?: string },
): MethodDecorator {
  const headers: Headers = { ...ETAG, Location: { required: true, description: 'URL of the record.' } };
  const replayed = { required: false, description: '"true" if Idempotency-Key was used before.' };
  const age = { required: true, description: 'Age of the record in seconds.' };
  const retryAfter = { required: true, description: 'Seconds to wait before asking for the record.' };
  const others = {
    200: existing !== undefined && { description: existing, headers: { ...headers, Age: age } },
    202: accepted !== undefined && {
      description: accepted,
      headers: { ...headers, 'Retry-After': retryAfter },
    },
  };
  return applyDecorators(
    recordOperation(representation, operation),
    recordResponse(representation, 201, {
      description: 'Stored.',
      headers: { ...headers, 'Idempotent-Replayed': replayed },
    }),
    ...Object.entries(others).flatMap(([status, other]) =>
      other ? recordResponse(representation, Number(status), other) : [],
    ),
  );
}

/** The handler returns nothing.
 *  @param object name of the kind of record */
export function ApiDeleted(object: string, operation: Operation): MethodDecorator {
  return applyDecorators(
    UseInterceptors(new DeletedInterceptor(object)),
    ApiOperation(operation),
    ApiExtraModels(DeletedView),
    success(200, {
      description: 'Deleted.',
      schema: { type: 'object', allOf: [{ $ref: getSchemaPath(DeletedView) }], properties: { warnings } },
    }),
  );
}

/** Documents that a record is not sent again to a client that has it. */
export function ApiIfNoneMatch(): MethodDecorator {
  return applyDecorators(
    ApiRequestHeader(
      'If-None-Match',
      'ETag of the version that you have. If it is current: 304, without a body.',
    ),
    ApiResponse({
      status: 304,
      description: 'If-None-Match names the current version.',
      headers: headersOf(ETAG),
    }),
  );
}

/** Documents a body, as a form or as JSON.
 *  @param example for Swagger UI */
export function ApiFields(dto: Type, example: object): MethodDecorator {
  return applyDecorators(
    ApiConsumes('application/x-www-form-urlencoded', 'application/json'),
    ApiBody({ type: dto, examples: { example: { summary: 'An example', value: example } } }),
  );
}

function recordOperation<Row, View extends object>(
  representation: Representation<Row, View>,
  operation: Operation,
): MethodDecorator {
  return applyDecorators(
    UseInterceptors(new RecordInterceptor(representation)),
    ApiOperation(operation),
    ApiExtraModels(representation.schema),
  );
}

function recordResponse<Row, View extends object>(
  { schema }: Representation<Row, View>,
  status: number,
  response: { readonly description: string; readonly headers: Headers },
): MethodDecorator {
  const data = { $ref: getSchemaPath(schema) };
  return success(status, {
    ...response,
    schema: { type: 'object', required: ['data'], properties: { data, warnings } },
  });
}

function success(
  status: number,
  {
    description,
    headers = {},
    schema,
  }: { readonly description: string; readonly headers?: Headers; readonly schema: object },
): MethodDecorator {
  return ApiResponse({
    status,
    description,
    headers: headersOf(headers),
    content: { 'application/json': { schema } },
  });
}
