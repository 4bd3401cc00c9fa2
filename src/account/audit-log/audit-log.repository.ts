import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Repository } from 'typeorm';
import { type Actor } from '../../auth/actor.js';
import { Database, type Transaction } from '../../platform/database/database.js';
import { deleteOld } from '../../platform/database/delete-old.js';
import { entityColumns, readSlice } from '../../platform/database/list-sql.js';
import { type Slice, type SliceOf } from '../../platform/database/slice.js';
import { AuditLogEntry, type Changes } from './audit-log-entry.entity.js';
import { type ListAuditLogQuery } from './dto/list-audit-log.dto.js';

export interface Act {
  /** Such as `key.created`. */
  readonly action: `${string}.${string}`;
  readonly id: number;
  readonly changes?: Changes;
}

@Injectable()
export class AuditLogRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(AuditLogEntry) private readonly entries: Repository<AuditLogEntry>,
  ) {}

  /** Adds an entry, in the transaction of the change. */
  async add(tx: Transaction, actor: Actor, { action, id, changes = {} }: Act): Promise<void> {
    await tx.insert(AuditLogEntry, {
      accountId: actor.accountId,
      keyId: actor.key.id,
      keyName: actor.key.name,
      action,
      objectType: action.split('.')[0],
      objectId: id,
      changes,
      ip: actor.ip,
      requestId: actor.requestId,
      clientRequestId: actor.clientRequestId,
    });
  }

  async listOf(accountId: number, query: ListAuditLogQuery, slice: Slice): Promise<SliceOf<AuditLogEntry>> {
    const conditions = ['account_id = $1'];
    const parameters: unknown[] = [accountId];
    if (query.created_after)
      conditions.push(`created_at >= $${String(parameters.push(query.created_after))}`);
    if (query.created_before)
      conditions.push(`created_at < $${String(parameters.push(query.created_before))}`);
    const columns = entityColumns(this.entries);
    const list = { columns, from: 'audit_log r', conditions, parameters, order: 'r.id', total: null };
    return readSlice<AuditLogEntry>(this.database, list, slice);
  }

  /** Deletes some of the entries that are older than so many days.
   *  @returns whether there may be more */
  async deleteOlderThan(days: number): Promise<boolean> {
    return deleteOld(this.entries, days);
  }
}
