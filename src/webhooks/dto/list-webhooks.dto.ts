import { PagedQuery } from '../../platform/http/listing/listing-query.dto.js';

export class ListWebhooksQuery extends PagedQuery {}
