import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, NeedsScope } from '../../auth/caller.js';
import { ApiRows } from '../../platform/http/openapi/operations.js';
import { MAX_DAYS } from './day-span.js';
import { UsageQuery } from './dto/usage.dto.js';
import { MAX_KEYS } from './usage.repository.js';
import { UsageService } from './usage.service.js';
import { UsageRowView } from './usage.view.js';

const USAGE = { schema: UsageRowView, maxItems: MAX_KEYS };

@ApiTags('Account')
@Controller('api/v1/usage')
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Get()
  @NeedsScope('keys:read')
  @ApiRows(USAGE, {
    summary: 'Show what was used, by day or by key',
    description:
      `Both ends are included; from may be at most ${String(MAX_DAYS - 1)} days before to. By day: one row for each day, ` +
      'oldest first, also for days without anything. By key: one row for each key with something, in the order of their ' +
      'ids, and what no key asked for last. What is deleted later stays counted, and a report that was returned for ' +
      'max_age or Idempotency-Key is not counted again. If there are more than ' +
      `${String(MAX_KEYS)} keys, the newest ones are returned.`,
    operationId: 'showUsage',
  })
  show(@CurrentCaller() { account }: Caller, @Query() query: UsageQuery) {
    return this.usage.of(account.id, query);
  }
}
