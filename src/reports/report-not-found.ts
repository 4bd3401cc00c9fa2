import { DomainError } from '../domain-error.js';

/** No report of the caller's has this id; another account's id is answered the same. */
export class ReportNotFound extends DomainError {
  constructor() {
    super('not_found', 'not_found', 'No report has this id. GET /api/v1/reports lists yours.');
  }
}

/** A report was deleted before the request that made it was answered. */
export class ReportDeleted extends DomainError {
  constructor() {
    super(
      'not_found',
      'not_found',
      'The report of this request has been deleted. For another one, send it again, with a new Idempotency-Key if it has one.',
    );
  }
}
