import { DateFilter } from '../../../platform/http/rules/dates.js';
import { OneOf } from '../../../platform/http/rules/choices.js';

export const USAGE_GROUPS = ['day', 'key'] as const;

export type UsageGroup = (typeof USAGE_GROUPS)[number];

export class UsageQuery {
  @OneOf(USAGE_GROUPS, { description: 'What a row stands for.', default: 'day' })
  by: UsageGroup = 'day';

  @DateFilter('First day, in UTC. Default: 29 days before to.') from?: string;

  @DateFilter('Last day, in UTC. Default: today.') to?: string;
}
