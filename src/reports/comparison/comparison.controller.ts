import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, NeedsScope } from '../../auth/caller.js';
import { RecordId } from '../../platform/http/handler-parameters.js';
import { ApiIfNoneMatch, ApiProblem, ApiRecord } from '../../platform/http/openapi/operations.js';
import { comparisonView, ComparisonView } from './comparison.view.js';
import { ComparisonsService } from './comparisons.service.js';
import { CompareReportsQuery } from '../dto/compare-reports.dto.js';

const COMPARISON = { schema: ComparisonView, view: comparisonView };

@ApiTags('Reports')
@Controller('api/v1/reports/:id/comparison')
export class ComparisonController {
  constructor(private readonly comparisons: ComparisonsService) {}

  @Get()
  @NeedsScope('reports:read')
  @ApiIfNoneMatch()
  @ApiProblem('report_not_completed', {
    'Retry-After': { description: 'Seconds until the report may be complete; absent if it failed.' },
  })
  @ApiRecord(COMPARISON, {
    summary: 'Compare a report with an earlier one',
    description:
      'What changed from the other report to this one: the scores, and the checks that were fixed, broke or changed. ' +
      'Both must be completed. Reports of different URLs, rulesets or devices are compared, too: differs_in names ' +
      'what beside the page may explain the changes.',
    operationId: 'compareReports',
  })
  compare(
    @CurrentCaller() caller: Caller,
    @RecordId('report') id: number,
    @Query() query: CompareReportsQuery,
  ) {
    return this.comparisons.compare(caller.account.id, id, query.with);
  }
}
