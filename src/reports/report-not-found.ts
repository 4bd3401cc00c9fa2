import { DomainError } from '../domain-error.js';

/** No report of the caller's has this id; another account's id is answered the same. */
export class ReportNotFound extends DomainError {
  constructor() {
    super('not_found', 'not_found', 'No report has this id. GET /api/v1/reports lists yours.');
  }
}
