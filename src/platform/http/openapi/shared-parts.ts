import { type OpenAPIObject } from '@nestjs/swagger';
import { mapped } from '../../../basics/mapped.js';
import { PROBLEM_TYPES, type ProblemCode } from '../../errors/problems.js';
import { headersOf, problemResponse } from './responses.js';
import { type Operation, type Response, withOperations } from './with-operations.js';

type Parameter = Extract<NonNullable<Operation['parameters']>[number], { name: string }>;

const EVERY_ROUTE: readonly ProblemCode[] = [
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
const ROUTES_WITH_BODY: readonly ProblemCode[] = ['payload_too_large', 'unsupported_media_type'];
const ROUTES_OF_RECORDS: readonly ProblemCode[] = ['not_found'];

const NO_LIMIT = 'Absent if the limit is off or the key is unknown.';
const EVERY_RESPONSE = headersOf({
  'X-Request-Id': { required: true, description: 'Identifies the log entry.' },
  'Access-Control-Allow-Origin': { description: 'Sent to the origins that the setting CORS_ORIGINS lists.' },
  RateLimit: {
    description:
      'Requests left and seconds until the limit resets. X-RateLimit-Limit, -Remaining and -Reset (Unix time) are ' +
      `sent, too. ${NO_LIMIT}`,
  },
  'RateLimit-Policy': { description: `The limit and its window. ${NO_LIMIT}` },
});
const SUCCESS = headersOf({ 'Preference-Applied': { description: 'The preferences that were applied.' } });
const CHALLENGE = headersOf({
  'WWW-Authenticate': { required: true, description: 'What is wrong with the key (RFC 6750).' },
});
const RETRY_AFTER = headersOf({ 'Retry-After': { required: true, description: 'Seconds to wait.' } });

const RETRY_LATER = headersOf({
  'Retry-After': { description: 'Seconds to wait; absent if waiting does not help.' },
});

const STRICT = '"handling=strict" turns warnings into errors (422).';

/** Adds what all operations share: errors, headers and `Prefer`. */
export function withSharedParts(document: OpenAPIObject): OpenAPIObject {
  return withOperations(document, (operation, { path }) => completed(operation, path.includes('{id}')));
}

function completed(operation: Operation, isOfRecord: boolean): Operation {
  const codes = [
    ...EVERY_ROUTE,
    ...(operation.requestBody ? ROUTES_WITH_BODY : []),
    ...(isOfRecord ? ROUTES_OF_RECORDS : []),
  ];
  const problems = codes.map((code) => [PROBLEM_TYPES[code].status, problemResponse(code)] as const);
  const responses = { ...Object.fromEntries(problems), ...operation.responses } as Record<string, Response>;
  return {
    ...operation,
    parameters: withPrefer(operation.parameters as Parameter[]),
    responses: mapped(responses, withHeaders),
  };
}

function withHeaders(response: Response, status: string): Response {
  const headers = {
    ...EVERY_RESPONSE,
    ...(status.startsWith('2') && SUCCESS),
    ...(['401', '403'].includes(status) && CHALLENGE),
    ...(['429', '503'].includes(status) && RETRY_AFTER),
    ...(status === '409' && RETRY_LATER),
    ...response.headers,
  };
  return { ...response, headers };
}

/** Completes the description of a route that has preferences of its own. */
function withPrefer(parameters: readonly Parameter[]): Parameter[] {
  const own = parameters.find(({ name }) => name === 'Prefer');
  const description = own ? `${String(own.description)} ${STRICT}` : STRICT;
  const schema = { type: 'string', maxLength: 1000 };
  return [
    ...parameters.filter((parameter) => parameter !== own),
    { name: 'Prefer', in: 'header', required: false, description, schema },
  ];
}
