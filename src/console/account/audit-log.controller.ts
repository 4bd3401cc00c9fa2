import { Get } from '@nestjs/common';
import { AuditLogService } from '../../account/audit-log/audit-log.service.js';
import { ListAuditLogQuery } from '../../account/audit-log/dto/list-audit-log.dto.js';
import { NeedsScope } from '../../auth/caller.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { type ListQuery, ListQueryOf } from '../forms/list-query.decorator.js';
import { listedBy } from '../forms/listed.js';
import { auditLogPage } from './audit-log-page.js';
import { type ConsoleVisit, Visit } from '../sessions/console-visit.js';

@ConsoleController('audit-log')
export class ConsoleAuditLogController {
  constructor(private readonly auditLog: AuditLogService) {}

  @Get()
  @NeedsScope('keys:read')
  async list(
    @Visit() visit: ConsoleVisit,
    @ListQueryOf(ListAuditLogQuery) list: ListQuery<ListAuditLogQuery>,
  ): Promise<string> {
    const { id } = visit.caller.account;
    return auditLogPage(visit, await listedBy(list, (query) => this.auditLog.list(id, query)));
  }
}
