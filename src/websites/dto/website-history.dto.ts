import { DateFilter } from '../../platform/http/rules/dates.js';
import { OneOf } from '../../platform/http/rules/choices.js';

export const INTERVALS = ['day', 'week', 'month'] as const;

export type Interval = (typeof INTERVALS)[number];

export class WebsiteHistoryQuery {
  @OneOf(INTERVALS, {
    description: 'Length of the intervals, in UTC. Weeks begin on Monday.',
    default: 'day',
  })
  interval: Interval = 'day';

  @DateFilter('Only reports of this day and later.') from?: string;

  @DateFilter('Only reports of this day and earlier.') to?: string;
}
