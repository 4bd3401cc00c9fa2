import { DomainError } from '../http/domain-error.js';

/** No website of the caller's has this id; another account's id is answered the same. */
export class WebsiteNotFound extends DomainError {
  constructor() {
    super('not_found', 'No website has this id. GET /api/v1/websites lists yours.');
  }
}
