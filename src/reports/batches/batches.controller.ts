import { Body, Controller, HttpCode, Post, UseInterceptors } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { type Caller, CurrentCaller, NeedsScope } from '../../auth/caller.js';
import { baseUrlOf } from '../../platform/http/server/base-url.js';
import { type BodyOf, BodyInterceptor } from '../../platform/http/body.interceptor.js';
import { Context, type RequestContext } from '../../platform/http/handler-parameters.js';
import { Idempotent } from '../../platform/http/idempotency/idempotent.decorator.js';
import { JsonBody } from '../../platform/http/input/json-body.decorator.js';
import { ApiJson } from '../../platform/http/openapi/operations.js';
import { MAX_WARNINGS } from '../../platform/http/input/warnings.js';
import { headersOf } from '../../platform/http/openapi/responses.js';
import { WarningView } from '../../platform/http/openapi/problem.view.js';
import { type Batch, BatchItemView } from './batch.view.js';
import { BatchesService } from './batches.service.js';
import { StoreBatchBody } from '../dto/store-batch.dto.js';
import { StoreReportBody } from '../dto/store-report.dto.js';

const LIMIT_BYTES = 1024 * 1024;

const LOCATION = headersOf({
  Location: { required: true, description: 'The reports of the batch, as a list.' },
});
const RESPONSE = {
  type: 'object',
  required: ['data', 'batch_id'],
  properties: {
    data: { type: 'array', maxItems: 100, items: { $ref: getSchemaPath(BatchItemView) } },
    batch_id: { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, example: 5 },
    warnings: { type: 'array', maxItems: MAX_WARNINGS, items: { $ref: getSchemaPath(WarningView) } },
  },
};

const batchBody: BodyOf<Batch> = ({ id, items }, request, response) => {
  response.setHeader('Location', `${baseUrlOf(request)}/api/v1/reports?batch_id=${String(id)}`);
  return { data: items, batch_id: id };
};

@ApiTags('Reports')
@Controller('api/v1/reports/batch')
export class BatchesController {
  constructor(private readonly batches: BatchesService) {}

  @Post()
  @HttpCode(202)
  @NeedsScope('reports:write')
  @JsonBody(LIMIT_BYTES)
  @UseInterceptors(new BodyInterceptor(batchBody))
  @ApiJson(StoreBatchBody)
  @ApiExtraModels(BatchItemView, StoreReportBody)
  @ApiOperation({
    summary: 'Audit up to 100 pages',
    description:
      'Stores a report for every item that is valid, in one transaction, and waits for no audit. Items that are invalid ' +
      'or exceed a limit harm no others. Each item counts against the limits like a request of its own, and each new report like one that is posted alone.',
    operationId: 'storeBatch',
  })
  @ApiResponse({
    status: 202,
    description: 'The outcome of every item, in order.',
    headers: LOCATION,
    content: { 'application/json': { schema: RESPONSE } },
  })
  @Idempotent()
  store(@CurrentCaller() caller: Caller, @Body() body: StoreBatchBody, @Context() context: RequestContext) {
    return this.batches.store(caller, body, context);
  }
}
