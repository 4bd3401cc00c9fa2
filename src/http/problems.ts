/** One problem type: what `type`, `title` and `status` of an answer mean. */
export interface ProblemType {
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly remedy: string;
}

/** Every code that an answer may carry. */
export const PROBLEM_TYPES = {
  malformed_request: {
    status: 400,
    title: 'Malformed request',
    meaning:
      'The request could not be read: it is not HTTP, its body is not what its Content-Type says, or it holds a broken percent-encoding.',
    remedy: 'Encode the body as application/x-www-form-urlencoded or application/json, in UTF-8.',
  },
  unauthenticated: {
    status: 401,
    title: 'Authentication required',
    meaning: 'The request carries no API key.',
    remedy: 'Send the header "Authorization: Bearer <API key>".',
  },
  invalid_token: {
    status: 401,
    title: 'Invalid API key',
    meaning: 'The API key is unknown, expired or revoked.',
    remedy: 'Check the key for missing characters, or have a new one made with "npm run cli -- keys create".',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    meaning: 'The API key is valid, but may not do this.',
    remedy: 'Use a key that has the scope which the answer names.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'There is no such address, or no such record in the account of this key.',
    remedy: 'Check the path and the id; a deleted record does not come back.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The address exists, but does not answer this method.',
    remedy: 'Use one of the methods in the Allow header.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    meaning: 'The headers did not arrive within 15 seconds, or the body not within 30 seconds after them.',
    remedy: 'Repeat the request on a new connection and send it without pauses.',
  },
  request_in_progress: {
    status: 409,
    title: 'Request in progress',
    meaning: 'The first request with this Idempotency-Key has not been answered yet.',
    remedy: 'Repeat the request after the seconds in the Retry-After header, with the same key.',
  },
  precondition_failed: {
    status: 412,
    title: 'Precondition failed',
    meaning: 'If-Match names another version of the record than the one that is stored.',
    remedy: 'Fetch the record again and repeat the request with its new ETag.',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    meaning: 'The body is larger than the service accepts.',
    remedy: 'No operation needs a body of more than a few kilobytes: send only the documented fields.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The body is in a format that the service does not read.',
    remedy: 'Send application/x-www-form-urlencoded or application/json, and say so in Content-Type.',
  },
  validation_failed: {
    status: 422,
    title: 'Validation failed',
    meaning: 'At least one parameter breaks a rule. "errors" lists every such parameter with the rule.',
    remedy: 'Mend the parameters that "errors" names and send the request again. Nothing was stored.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    meaning:
      'The key has used up its requests or its new reports of this minute, or its account has too many reports waiting.',
    remedy: 'Wait for the seconds in the Retry-After header; the RateLimit header tells what is left.',
  },
  headers_too_large: {
    status: 431,
    title: 'Request header fields too large',
    meaning: 'The address and headers together are larger than 16 KiB.',
    remedy: 'Send a shorter address, or fewer and shorter headers.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    meaning: 'The service has a defect. The request may be repeated, but will likely fail again.',
    remedy: 'Report the request_id to whoever runs this service: it finds the log entry.',
  },
  service_unavailable: {
    status: 503,
    title: 'Service unavailable',
    meaning: 'The service can not do its work now: its database is away, or it has too much to do.',
    remedy: 'Repeat the request after the seconds in the Retry-After header.',
  },
} as const satisfies Record<string, ProblemType>;

export type ProblemCode = keyof typeof PROBLEM_TYPES;

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEM_TYPES, code);
}

/** Code as it stands in addresses: `/problems/validation-failed`. */
export function slugOf(code: ProblemCode): string {
  return code.replaceAll('_', '-');
}
