import { PagedQuery } from '../../platform/http/listing/listing-query.dto.js';
import { OneOf } from '../../platform/http/rules/choices.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../deliveries/delivery.entity.js';

export class ListDeliveriesQuery extends PagedQuery {
  @OneOf(DELIVERY_STATUSES, { description: 'Only deliveries with this status.' }) status?: DeliveryStatus;
}
