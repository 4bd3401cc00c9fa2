import { Injectable } from '@nestjs/common';
import { type Listing, listingOf } from '../../platform/http/listing/listing.js';
import { type AuditLogEntry } from './audit-log-entry.entity.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { type ListAuditLogQuery } from './dto/list-audit-log.dto.js';

@Injectable()
export class AuditLogService {
  constructor(private readonly entries: AuditLogRepository) {}

  async list(accountId: number, query: ListAuditLogQuery): Promise<Listing<AuditLogEntry>> {
    return listingOf(query, accountId, (slice) => this.entries.listOf(accountId, query, slice));
  }
}
