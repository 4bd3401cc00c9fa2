import { refusal } from '../platform/errors/domain-error.js';

/** The caller has no website with this id; the same for an id of another account. */
export class WebsiteNotFound extends refusal(
  'not_found',
  'There is no website with this id. GET /api/v1/websites lists your websites.',
) {}
