import { PagedQuery } from '../../http/listing/listing-query.dto.js';

export class ListWebhooksQuery extends PagedQuery {}
