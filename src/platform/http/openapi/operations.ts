import { applyDecorators, HttpCode, type Type, UseInterceptors } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { PROBLEM_TYPES, type ProblemCode } from '../../errors/problems.js';
import { type BodyOf, BodyInterceptor } from '../body.interceptor.js';
import { NoParameters } from '../input/no-parameters.dto.js';
import { MAX_WARNINGS } from '../input/warnings.js';
import { ListingInterceptor } from '../listing/export/listing.interceptor.js';
import { recordBody, type Representation } from '../record/record-body.js';
import { DeletedView, LinksView, MetaView } from './listing.view.js';
import { addObjectName } from './object-names.js';
import { WarningView } from './problem.view.js';
import { type Headers, headersOf, problemResponse } from './responses.js';

export interface Operation {
  readonly summary: string;
  readonly operationId: string;
  readonly description?: string;
}

interface StoreOperation extends Operation {
  /** When the status is 200; absent: never. */
  readonly existing?: string;
  /** When the status is 202; absent: never. */
  readonly accepted?: string;
}

const ETAG: Headers = { ETag: { required: false, description: 'Version of the record.' } };
const STORED: Headers = { ...ETAG, Location: { required: true, description: 'URL of the record.' } };
const LOCATION: Headers = {
  Location: { required: false, description: 'URL of the record, if it has one.' },
};
const AGE: Headers = { Age: { required: true, description: 'Age of the record in seconds.' } };
const REPLAYED: Headers = {
  'Idempotent-Replayed': { required: false, description: '"true" if Idempotency-Key was used before.' },
};

/** The handler returns a `Listing`. It has exports if `@GetListing()` makes the route. */
export function ApiListing<Row, View extends object>(
  representation: Representation<Row, View>,
  operation: Operation,
): MethodDecorator {
  const { schema } = representation;
  const data = { type: 'array', maxItems: 100, items: { $ref: getSchemaPath(schema) } };
  const envelope = { links: { $ref: getSchemaPath(LinksView) }, meta: { $ref: getSchemaPath(MetaView) } };
  const link = { required: true, description: 'The links, as RFC 8288 has them.' };
  return applyDecorators(
    ApiOperation(operation),
    ApiExtraModels(schema, LinksView, MetaView),
    UseInterceptors(new ListingInterceptor(representation)),
    success(200, 'One page of the list.', { Link: link }, objectOf({ data, ...envelope })),
  );
}

/** The handler returns rows that are not records, as they are sent. */
export function ApiRows(
  { schema, maxItems }: { readonly schema: Type; readonly maxItems: number },
  operation: Operation,
): MethodDecorator {
  const data = { type: 'array', maxItems, items: { $ref: getSchemaPath(schema) } };
  return applyDecorators(
    ApiOperation(operation),
    ApiExtraModels(schema),
    responds((data) => ({ data })),
    success(200, 'The rows.', {}, objectOf({ data })),
  );
}

/** The handler returns a record. */
export function ApiRecord<Row, View extends object>(
  representation: Representation<Row, View>,
  operation: Operation,
): MethodDecorator {
  const later = { required: false, description: 'Seconds until the record may be complete.' };
  const headers = { ...ETAG, ...(representation.retryAfter && { 'Retry-After': later }) };
  return applyDecorators(
    HttpCode(200),
    ApiOperation(operation),
    ApiExtraModels(representation.schema),
    responds(recordBody(representation)),
    success(200, 'The record.', headers, recordSchema(representation.schema)),
  );
}

/** The handler returns a record, or an accepted `Stored` one, on which the server will work after the response.
 *  @param others schemas of other views that the representation may have */
export function ApiAccepted<Row, View extends object>(
  representation: Representation<Row, View>,
  operation: Operation,
  others: readonly Type[] = [],
): MethodDecorator {
  const schemas = [representation.schema, ...others];
  return applyDecorators(
    HttpCode(202),
    ApiOperation(operation),
    ApiExtraModels(...schemas),
    responds(recordBody({ ...representation, version: null })),
    success(202, 'Accepted.', LOCATION, recordSchema(...schemas)),
  );
}

/** The handler returns a `Stored` record. */
export function ApiStored<Row, View extends object>(
  representation: Representation<Row, View>,
  { existing, accepted, ...operation }: StoreOperation,
): MethodDecorator {
  const schema = recordSchema(representation.schema);
  const later: Headers = {
    'Retry-After': { required: true, description: 'Seconds until the record may be complete.' },
  };
  return applyDecorators(
    ApiOperation(operation),
    ApiExtraModels(representation.schema),
    responds(recordBody(representation)),
    success(201, 'Stored.', { ...STORED, ...REPLAYED }, schema),
    ...(existing === undefined ? [] : [success(200, existing, { ...STORED, ...AGE }, schema)]),
    ...(accepted === undefined ? [] : [success(202, accepted, { ...STORED, ...later }, schema)]),
  );
}

/** The handler returns nothing.
 *  @param object name of the kind of record */
export function ApiDeleted(object: string, operation: Operation): MethodDecorator {
  addObjectName(object);
  const schema = { type: 'object', allOf: [{ $ref: getSchemaPath(DeletedView) }], properties: { warnings } };
  const content = { 'application/json': { schema, example: { id: 12, object, deleted: true } } };
  return applyDecorators(
    ApiOperation(operation),
    ApiExtraModels(DeletedView),
    responds((_, { params }) => ({ id: Number(params.id), object, deleted: true })),
    ApiResponse({ status: 200, description: 'Deleted.', headers: {}, content }),
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

/** Documents a body that a form can't hold all of. Its example is made of those of its fields. */
export function ApiJson(dto: Type): MethodDecorator {
  return applyDecorators(ApiConsumes('application/json'), ApiBody({ type: dto }));
}

/** Documents a body, as a form or as JSON.
 *  @param example for Swagger UI */
export function ApiFields(dto: Type, example: object): MethodDecorator {
  return applyDecorators(
    // Some generators take the first.
    ApiConsumes('application/json', 'application/x-www-form-urlencoded'),
    ApiBody({ type: dto, examples: { example: { summary: 'An example', value: example } } }),
  );
}

/** Documents that the route takes no fields. */
export function ApiNoFields(): MethodDecorator {
  return ApiBody({ type: NoParameters, required: false });
}

function responds<Result>(bodyOf: BodyOf<Result>): MethodDecorator & ClassDecorator {
  return UseInterceptors(new BodyInterceptor(bodyOf));
}

const warnings = {
  type: 'array',
  maxItems: MAX_WARNINGS,
  description: 'Parts of the request that had no effect; absent if there are none.',
  items: { $ref: getSchemaPath(WarningView) },
};

function recordSchema(...views: Type[]): object {
  const references = views.map((view) => ({ $ref: getSchemaPath(view) }));
  return objectOf({ data: references.length > 1 ? { oneOf: references } : references[0] });
}

function objectOf(properties: object): object {
  return { type: 'object', required: Object.keys(properties), properties: { ...properties, warnings } };
}

function success(status: number, description: string, headers: Headers, schema: object): MethodDecorator {
  const content = { 'application/json': { schema } };
  return ApiResponse({ status, description, headers: headersOf(headers), content });
}

/** Documents an error that few routes have.
 *  @param headers that differ from those of other errors with the same status */
export function ApiProblem(code: ProblemCode, headers: Headers = {}): MethodDecorator {
  const { status } = PROBLEM_TYPES[code];
  return ApiResponse({ status, ...problemResponse(code), headers: headersOf(headers) });
}

/** Documents an optional request header. */
export function ApiRequestHeader(name: string, description: string, limits: object = {}): MethodDecorator {
  return ApiHeader({
    name,
    required: false,
    description,
    schema: { type: 'string', maxLength: 1000, ...limits },
  });
}
