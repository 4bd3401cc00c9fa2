import { MONITOR_STATES, type MonitorStatus } from '../judgment/monitor-state.js';
import { OneOf } from '../../platform/http/rules/choices.js';
import { PagedQuery } from '../../platform/http/listing/listing-query.dto.js';

export class ListMonitorsQuery extends PagedQuery {
  @OneOf(MONITOR_STATES, { description: 'Only monitors in this state.' }) state?: MonitorStatus;
}
