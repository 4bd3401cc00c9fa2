import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { DatabaseUnavailable, translated } from '../../database/database-errors.js';
import { DatabaseOutage } from '../../database/database-outage.js';
import { DomainError } from '../../errors/domain-error.js';
import { baseUrlOf } from '../server/base-url.js';
import { HIDDEN_PAGE_HEADERS } from '../../pages/html-answer.js';
import { problemPage } from '../../pages/problem-page.js';
import { PROBLEM_TYPES, problemDetails, textOf } from '../../errors/problems.js';
import { requestIdOf } from '../server/incoming-request.js';

/** Retry-After of a 503 that names no other time. */
const RETRY_AFTER_SECONDS = '2';

/** Turns errors into RFC 9457's application/problem+json, and logs those of the server.
 *  @see https://www.rfc-editor.org/rfc/rfc9457 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger(ProblemFilter.name);

  /** Of what browsers get. */
  protected readonly pageHeaders: Readonly<Record<string, string>> = HIDDEN_PAGE_HEADERS;

  constructor(private readonly outage: DatabaseOutage) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<Request>(), http.getResponse<Response>());
  }

  answer(error: unknown, request: Request, response: Response): void {
    const refusal = domainErrorOf(translated(error));
    const { code, message: detail, errors, headers } = refusal;
    const { status } = PROBLEM_TYPES[code];
    const request_id = requestIdOf(request);
    if (refusal instanceof DatabaseUnavailable) this.outage.refuse(refusal);
    else if (status >= 500) this.logger.error({ err: error, request_id });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (status === 503) response.set('Retry-After', RETRY_AFTER_SECONDS);
    response.status(status).set(headers);
    if (isForBrowser(request)) {
      const page = this.pageOf(refusal, request, status >= 500 ? request_id : null);
      response.vary('Accept').set(this.pageHeaders).send(page);
      return;
    }
    const [instance = ''] = request.originalUrl.split('?');
    const body = problemDetails(code, { base: baseUrlOf(request), detail, instance, request_id, errors });
    if (response.get('Cache-Control') !== 'no-store') response.set('Cache-Control', 'private, no-cache');
    response.type('application/problem+json').send(JSON.stringify(body));
  }

  /** What browsers get.
   *  @param requestId of an error of the server; null for others */
  protected pageOf({ code, message }: DomainError, _request: Request, requestId: string | null): string {
    return problemPage(code, message, requestId);
  }
}

/** Errors of the API are always JSON; elsewhere a browser gets a page. */
function isForBrowser(request: Request): boolean {
  return !/^\/api\//i.test(request.path) && request.accepts(['json', 'html']) === 'html';
}

/** Errors that Express and Nest throw themselves (invalid percent-encoding, an aborted body) have a status. */
function domainErrorOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const status = error instanceof URIError ? 400 : statusOf(error);
  const code =
    status === 404 ? 'not_found' : status >= 400 && status < 500 ? 'malformed_request' : 'internal_error';
  return new DomainError(code, textOf(code));
}

function statusOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 500;
}
