import { PagedQuery } from '../../platform/http/listing/listing-query.dto.js';

export class ListMonitorsQuery extends PagedQuery {}
