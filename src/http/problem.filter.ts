import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { DomainError } from './domain-error.js';
import { baseUrlOf } from './base-url.js';
import { HIDDEN_PAGE_HEADERS } from './pages/html-answer.js';
import { problemPage } from './pages/problem-page.js';
import { PROBLEM_TYPES, type ProblemCode, slugOf } from './problems.js';
import { requestIdOf } from './request-id.js';

interface Problem {
  readonly code: ProblemCode;
  readonly status: number;
  readonly detail: string;
  readonly errors: Readonly<Record<string, readonly string[]>> | null;
  readonly headers: Readonly<Record<string, string>>;
}

const RETRY_AFTER_SECONDS = '2';

/** Turns errors into RFC 9457's application/problem+json, and logs those of the server.
 *  @see https://www.rfc-editor.org/rfc/rfc9457 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger(ProblemFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<Request>(), http.getResponse<Response>());
  }

  answer(error: unknown, request: Request, response: Response): void {
    const problem = problemOf(error);
    if (problem.status >= 500) this.logger.error({ err: error, request_id: requestIdOf(request) });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.status(problem.status).set(problem.headers);
    if (isForBrowser(request)) {
      const requestId = problem.status >= 500 ? requestIdOf(request) : null;
      response
        .vary('Accept')
        .set(HIDDEN_PAGE_HEADERS)
        .send(problemPage(problem.code, problem.detail, requestId));
      return;
    }
    const base = baseUrlOf(request);
    response
      .set('Cache-Control', 'private, no-cache')
      .type('application/problem+json')
      .send(JSON.stringify(bodyOf(problem, base, request)));
  }
}

/** Errors of the API are always JSON; elsewhere a browser gets a page. */
function isForBrowser(request: Request): boolean {
  return !request.path.startsWith('/api/') && request.accepts(['json', 'html']) === 'html';
}

/** `message` and `errors` are for clients of Laravel's API family. */
function bodyOf(problem: Problem, base: string, request: Request) {
  const { code, status, detail, errors } = problem;
  return {
    type: `${base}/problems/${slugOf(code)}`,
    title: PROBLEM_TYPES[code].title,
    status,
    detail,
    instance: request.originalUrl.split('?')[0],
    code,
    request_id: requestIdOf(request),
    message: detail,
    ...(errors && { errors }),
  };
}

function problemOf(error: unknown): Problem {
  if (error instanceof DomainError) {
    const { status } = PROBLEM_TYPES[error.code];
    const headers = status === 503 ? { 'Retry-After': RETRY_AFTER_SECONDS, ...error.headers } : error.headers;
    return { code: error.code, status, detail: error.message, errors: error.errors, headers };
  }
  if (statusOf(error) === 404) return ofCode('not_found');
  return ofCode(isClientFault(error) ? 'malformed_request' : 'internal_error');
}

/** Errors thrown by Express and Nest: invalid percent-encoding, an aborted body. */
function isClientFault(error: unknown): boolean {
  if (error instanceof URIError) return true;
  const status = error instanceof HttpException ? error.getStatus() : statusOf(error);
  return status >= 400 && status < 500;
}

function statusOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 500;
}

function ofCode(code: ProblemCode): Problem {
  const { status, meaning, remedy } = PROBLEM_TYPES[code];
  return { code, status, detail: `${meaning} ${remedy}`, errors: null, headers: {} };
}
