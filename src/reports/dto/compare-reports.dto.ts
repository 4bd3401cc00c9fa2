import { IdOrPrevious } from '../../platform/http/rules/ids.js';

export class CompareReportsQuery {
  @IdOrPrevious(
    'report',
    'The report to compare with: its id, or previous for the newest completed report of the same url before this one.',
  )
  with: 'previous' | number = 'previous';
}
