import { PagedQuery } from '../../platform/http/listing/listing-query.dto.js';
import { IdOrPrevious } from '../../platform/http/rules/ids.js';
import { OneOf } from '../../platform/http/rules/choices.js';
import { PAGE_CHANGES, type PageChange } from '../comparison/crawl-comparison.js';

const WITH =
  'The crawl of the same website to compare with: its id, or previous for the newest completed one before this one.';

export class CompareCrawlsQuery {
  @IdOrPrevious('crawl', WITH) with: 'previous' | number = 'previous';
}

export class ListChangedPagesQuery extends PagedQuery {
  @IdOrPrevious('crawl', WITH) with: 'previous' | number = 'previous';

  @OneOf(PAGE_CHANGES, {
    description:
      'How the pages changed. In descending order: better and worse by the difference of the scores, gone by the ' +
      'score before, new by the lowest score. Default: worse.',
    default: 'worse',
    enumName: 'PageChange',
  })
  change: PageChange = 'worse';
}
