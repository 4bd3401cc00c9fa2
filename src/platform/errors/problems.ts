/** A type of problem: what `type`, `title` and `status` of an error response mean. */
export interface ProblemType {
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly remedy: string;
}

/** Every error code. */
export const PROBLEM_TYPES = {
  malformed_request: {
    status: 400,
    title: 'Malformed request',
    meaning:
      'The request could not be parsed: it is not valid HTTP, its body does not match its Content-Type, or its percent-encoding is invalid.',
    remedy: 'Send the body as application/x-www-form-urlencoded or application/json, in UTF-8.',
  },
  unauthenticated: {
    status: 401,
    title: 'Authentication required',
    meaning: 'The request has no API key.',
    remedy: 'Send the header "Authorization: Bearer <API key>".',
  },
  invalid_token: {
    status: 401,
    title: 'Invalid API key',
    meaning: 'The API key is unknown, expired or revoked.',
    remedy:
      'Check that the key is complete, or create a new one with POST /api/v1/keys or "npm run cli -- keys create".',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    meaning: 'The API key is valid, but lacks a scope.',
    remedy: 'Use a key with the scope that the response names.',
  },
  later_expiry: {
    status: 403,
    title: 'Later expiry',
    meaning: 'The API key expires, and asks for a key that works longer than itself.',
    remedy: 'Ask for an earlier expires_at, or use a key that works long enough.',
  },
  form_refused: {
    status: 403,
    title: 'Form refused',
    meaning: 'A form of the console was sent by another site, or by a page of another session.',
    remedy: 'Open the page of the console again and repeat what you did. Nothing was changed.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'The path does not exist, or the account of this key has no such record.',
    remedy: 'Check the path and the id. Deleted records cannot be restored.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path exists, but does not support this method.',
    remedy: 'Use a method from the Allow header.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    meaning: 'The headers did not arrive within 15 seconds, or the body within 30 seconds after the headers.',
    remedy: 'Send the request again, on a new connection and without pauses.',
  },
  request_in_progress: {
    status: 409,
    title: 'Request in progress',
    meaning: 'The first request with this Idempotency-Key has not been answered yet.',
    remedy:
      'Send the request again with the same key, after the number of seconds in the Retry-After header.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    meaning: 'The current state of the record, or of the others, does not allow the change.',
    remedy: 'Follow the detail of the response, then send the request again.',
  },
  report_not_completed: {
    status: 409,
    title: 'Report not completed',
    meaning: 'Only completed reports can be compared, and one of the two is still being audited, or failed.',
    remedy:
      'Send the request again after the number of seconds in the Retry-After header. Without that header the report failed: audit the page again.',
  },
  crawl_not_ended: {
    status: 409,
    title: 'Crawl not ended',
    meaning: 'Only crawls that are over can be compared, and one of the two is queued or running, or failed.',
    remedy:
      'Send the request again after the number of seconds in the Retry-After header. Without that header the crawl failed: crawl the website again.',
  },
  rendering_unavailable: {
    status: 422,
    title: 'Rendering unavailable',
    meaning: 'The request asks for a rendered page, and no process of the service has a browser.',
    remedy: 'Send render=auto or render=never, or start a process with a browser.',
  },
  precondition_failed: {
    status: 412,
    title: 'Precondition failed',
    meaning: 'If-Match does not name the current version of the record.',
    remedy: 'Fetch the record and send the request again with its new ETag.',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    meaning: 'The body exceeds the size limit.',
    remedy:
      'Send only the documented fields. A body may have 16 KiB, a crawl 64 KiB, a batch 1 MiB, a brand with its logo 300 kB.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The format of the body is not supported.',
    remedy: 'Send application/x-www-form-urlencoded or application/json, with the matching Content-Type.',
  },
  validation_failed: {
    status: 422,
    title: 'Validation failed',
    meaning: 'At least one parameter is invalid. "errors" lists all invalid parameters with their rules.',
    remedy: 'Fix the parameters in "errors" and send the request again. Nothing was stored.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    meaning:
      'The key has reached its limit of requests or new reports per minute, its account has too many queued reports or ' +
      'exports at a time, or too many invalid keys came from this network.',
    remedy:
      'Wait for the number of seconds in the Retry-After header. The RateLimit header shows what is left of each limit per minute.',
  },
  headers_too_large: {
    status: 431,
    title: 'Request header fields too large',
    meaning: 'The URL and the headers exceed 16 KiB together.',
    remedy: 'Send a shorter URL, or fewer and shorter headers.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    meaning: 'The server has a bug. The same request will probably fail again.',
    remedy: 'Report the request_id, which identifies the log entry, to the operator of this server.',
  },
  service_unavailable: {
    status: 503,
    title: 'Service unavailable',
    meaning:
      'The server cannot process requests right now: its database or image store is unavailable, or it is overloaded.',
    remedy: 'Send the request again after the number of seconds in the Retry-After header.',
  },
} as const satisfies Record<string, ProblemType>;

export type ProblemCode = keyof typeof PROBLEM_TYPES;

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEM_TYPES, code);
}

/** A code in a URL: `/problems/validation-failed`. */
export function slugOf(code: ProblemCode): string {
  return code.replaceAll('_', '-');
}

/** What a type of problem means, and what to do. */
export function textOf(code: ProblemCode): string {
  const { meaning, remedy } = PROBLEM_TYPES[code];
  return `${meaning} ${remedy}`;
}

export type ParameterErrors = Readonly<Record<string, readonly string[]>>;

/** The body of an error response: RFC 9457's, and `message` and `errors` for clients of Laravel's API family.
 *  @param base of the URL of the type
 *  @see https://www.rfc-editor.org/rfc/rfc9457#section-3 */
export function problemDetails(
  code: ProblemCode,
  {
    base,
    detail,
    instance,
    request_id,
    errors,
  }: { base: string; detail: string; instance: string; request_id: string; errors?: ParameterErrors | null },
) {
  const { title, status } = PROBLEM_TYPES[code];
  const type = `${base}/problems/${slugOf(code)}`;
  const message = detail;
  return { type, title, status, detail, instance, code, request_id, message, ...(errors && { errors }) };
}
