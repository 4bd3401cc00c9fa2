import { type Fields } from '../../platform/http/input/input.js';
import { Objects } from '../../platform/http/rules/objects.js';
import { StoreReportBody } from './store-report.dto.js';

export class StoreBatchBody {
  @Objects(StoreReportBody, {
    max: 100,
    description: 'The pages to audit, each with the fields of POST /api/v1/reports.',
  })
  items!: Fields[];
}
