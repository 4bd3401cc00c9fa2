import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, NeedsScope } from '../../auth/caller.js';
import { ApiListing } from '../../platform/http/openapi/operations.js';
import { auditLogEntryView, AuditLogEntryView } from './audit-log-entry.view.js';
import { AuditLogService } from './audit-log.service.js';
import { ListAuditLogQuery } from './dto/list-audit-log.dto.js';

const ENTRY = { schema: AuditLogEntryView, view: auditLogEntryView };

@ApiTags('Keys')
@Controller('api/v1/audit-log')
export class AuditLogController {
  constructor(private readonly auditLog: AuditLogService) {}

  @Get()
  @NeedsScope('keys:read')
  @ApiListing(ENTRY, {
    summary: 'List changes of the account and its keys, websites, webhooks, monitors and crawls',
    description:
      'Successful changes over the API, with the key that made them. Entries are kept for 400 days.',
    operationId: 'listAuditLog',
  })
  list(@CurrentCaller() { account }: Caller, @Query() query: ListAuditLogQuery) {
    return this.auditLog.list(account.id, query);
  }
}
