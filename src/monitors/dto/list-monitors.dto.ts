import { PagedQuery } from '../../http/listing/listing-query.dto.js';

export class ListMonitorsQuery extends PagedQuery {}
