import { PagedQuery } from '../../http/listing/listing-query.dto.js';
import { OneOf } from '../../http/rules/one-of.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../delivery.entity.js';

export class ListDeliveriesQuery extends PagedQuery {
  @OneOf(DELIVERY_STATUSES, { description: 'Only deliveries with this status.' }) status?: DeliveryStatus;
}
