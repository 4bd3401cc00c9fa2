import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { PROBLEM_TYPES, type ProblemCode } from '../problems.js';
import { DeletedView, LinksView, MetaView } from './listing.view.js';
import { Problem, problemExample, WarningView } from './problem.view.js';

export interface Operation {
  readonly summary: string;
  readonly operationId: string;
  readonly description?: string;
  /** What else the route heeds of `Prefer`. */
  readonly prefer?: string;
}

const ALWAYS: readonly ProblemCode[] = [
  'malformed_request',
  'unauthenticated',
  'insufficient_scope',
  'request_timeout',
  'validation_failed',
  'too_many_requests',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
];

const text = { type: 'string', maxLength: 9000 } as const;
const OLDER = 'X-RateLimit-Limit, -Remaining and -Reset (seconds since 1970) are sent too.';
const NO_LIMIT = 'Absent where the limit is off or the key unknown.';

const HEADERS = {
  'X-Request-Id': { required: true, description: 'Finds the log entry.', schema: text },
  'Access-Control-Allow-Origin': {
    description: 'Only for origins that the setting CORS_ORIGINS lists.',
    schema: text,
  },
  RateLimit: {
    description: `What is left of the limit, and for how many seconds. ${OLDER} ${NO_LIMIT}`,
    schema: text,
  },
  'RateLimit-Policy': { description: `The limit and its window. ${NO_LIMIT}`, schema: text },
};
const VERSION = { ETag: { required: false, description: 'Version of a report or website.' } };
const PREFERENCES = {
  'Preference-Applied': { description: 'What was heeded of Prefer.', schema: text },
};
const STRICT = '"handling=strict" refuses (422) what would otherwise be served with a warning.';
const CHALLENGE = {
  'WWW-Authenticate': {
    required: true,
    description: 'What the key lacks, as RFC 6750 has it.',
    schema: text,
  },
};
const RETRY_AFTER = { 'Retry-After': { required: true, description: 'Seconds to wait.', schema: text } };

/** Documents a route that answers one record. */
export function AnswersRecord(
  view: Type,
  operation: Operation & { status?: 200 | 201; headers?: Headers; others?: readonly OtherAnswer[] },
): MethodDecorator {
  const { status = 200, headers = {}, others = [], ...rest } = operation;
  return answers(rest, {
    status,
    headers: { ...headers, ...VERSION },
    others: others.map((other) => ({ ...other, headers: { ...other.headers, ...VERSION } })),
    schema: {
      type: 'object',
      required: ['data'],
      properties: { data: { $ref: getSchemaPath(view) }, warnings },
    },
    models: [view],
  });
}

/** Documents a route that answers a list. */
export function AnswersListing(view: Type, operation: Operation): MethodDecorator {
  return answers(operation, {
    status: 200,
    others: [],
    headers: { Link: { description: 'The links again, as RFC 8288 has them.' } },
    schema: {
      type: 'object',
      required: ['data', 'links', 'meta'],
      properties: {
        data: { type: 'array', maxItems: 100, items: { $ref: getSchemaPath(view) } },
        links: { $ref: getSchemaPath(LinksView) },
        meta: { $ref: getSchemaPath(MetaView) },
        warnings,
      },
    },
    models: [view, LinksView, MetaView],
  });
}

/** Documents a route that deletes one record. */
export function AnswersDeleted(operation: Operation): MethodDecorator {
  return answers(operation, {
    status: 200,
    others: [],
    headers: {},
    schema: {
      type: 'object',
      allOf: [{ $ref: getSchemaPath(DeletedView) }],
      properties: { warnings },
    },
    models: [DeletedView],
  });
}

/** Documents a route with an `{id}` in its path. */
export function OfOneRecord(name: string): MethodDecorator {
  return applyDecorators(
    ApiParam({
      name: 'id',
      description: `Id of the ${name}.`,
      schema: { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      example: 1,
    }),
    problem('not_found'),
  );
}

/** Documents that the route heeds `If-None-Match`. */
export function HeedsIfNoneMatch(): MethodDecorator {
  return applyDecorators(
    requestHeader(
      'If-None-Match',
      'ETag of the record as you know it: where it has not changed, it is not sent again (304).',
    ),
    ApiResponse({
      status: 304,
      description: 'The record is the one that If-None-Match names.',
      headers: { ...HEADERS, ...textHeaders(VERSION) },
    }),
  );
}

/** Documents that the route heeds `If-Match`. */
export function HeedsIfMatch(): MethodDecorator {
  return applyDecorators(
    requestHeader(
      'If-Match',
      'ETag of the record as you know it: where it has changed since, nothing is done (412).',
    ),
    problem('precondition_failed'),
  );
}

/** Documents that the route heeds `Idempotency-Key`. */
export function HeedsIdempotencyKey(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        'Any text of the client’s own. For 24 h a request with the same key and body makes nothing new: it is ' +
        'answered as the first one was, with Idempotent-Replayed: true.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    }),
    problem('request_in_progress'),
  );
}

/** Documents that what the route makes can be gone before it answers. */
export function MayBeGone(): MethodDecorator {
  return problem('not_found');
}

/** Documents that the route takes no fields: a body is read all the same. */
export function TakesNoFields(): MethodDecorator {
  return applyDecorators(problem('payload_too_large'), problem('unsupported_media_type'));
}

/** Documents that the route takes fields, as a form or as JSON.
 *  @param example which Swagger UI begins JSON with */
export function TakesFields(dto: Type, example: object): MethodDecorator {
  return applyDecorators(
    ApiConsumes('application/x-www-form-urlencoded', 'application/json'),
    ApiBody({ type: dto, examples: { example: { summary: 'An example', value: example } } }),
    problem('payload_too_large'),
    problem('unsupported_media_type'),
  );
}

const warnings = {
  type: 'array' as const,
  maxItems: 100,
  description: 'Parts of the request that had no effect; absent where there are none.',
  items: { $ref: getSchemaPath(WarningView) },
};

type Headers = Readonly<Record<string, { readonly description: string; readonly required?: boolean }>>;

/** Another success with the same body. */
interface OtherAnswer {
  readonly status: number;
  readonly description: string;
  readonly headers: Headers;
}

interface Success {
  readonly status: number;
  readonly headers: Headers;
  readonly others: readonly OtherAnswer[];
  readonly schema: object;
  readonly models: readonly Type[];
}

function answers(
  { prefer, ...operation }: Operation,
  { status, headers, others, schema, models }: Success,
): MethodDecorator {
  return applyDecorators(
    HttpCode(status),
    ApiOperation(operation),
    ApiExtraModels(Problem, WarningView, ...models),
    requestHeader('Prefer', prefer === undefined ? STRICT : `${prefer} ${STRICT}`),
    ...[{ status, description: 'Done.', headers }, ...others].map((answer) =>
      ApiResponse({
        status: answer.status,
        description: answer.description,
        headers: { ...HEADERS, ...PREFERENCES, ...textHeaders(answer.headers) },
        content: { 'application/json': { schema } },
      }),
    ),
    ...ALWAYS.map(problem),
  );
}

function requestHeader(name: string, description: string): MethodDecorator {
  const schema = { type: 'string', maxLength: 1000 } as const;
  return ApiHeader({ name, required: false, description, schema });
}

function textHeaders(headers: Headers) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [name, { required: true, ...header, schema: text }]),
  );
}

function problem(code: ProblemCode): MethodDecorator {
  const { status, title, meaning } = PROBLEM_TYPES[code];
  return ApiResponse({
    status,
    description: `${title}. ${meaning}`,
    headers: {
      ...HEADERS,
      ...([401, 403].includes(status) && CHALLENGE),
      ...([409, 429, 503].includes(status) && RETRY_AFTER),
    },
    content: {
      'application/problem+json': {
        schema: { $ref: getSchemaPath(Problem) },
        example: problemExample(code),
      },
    },
  });
}
