import { ApiProperty } from '@nestjs/swagger';
import { DateTimeField, IdField, StringField } from '../../platform/http/openapi/fields.js';
import { type AuditLogEntry, type Changes } from './audit-log-entry.entity.js';

class ActingKeyView {
  @IdField({ example: 1 }) id!: number;

  @StringField(1000, { description: 'Its name at that time.', example: 'First key' }) name!: string;
}

class ChangedObjectView {
  @StringField(100, { example: 'key' }) type!: string;

  @IdField({ example: 7 }) id!: number;
}

/** A change that a key made. */
export class AuditLogEntryView {
  @IdField({ example: 41 }) id!: number;

  @DateTimeField() created_at!: string;

  @ApiProperty({ type: () => ActingKeyView, description: 'The key that made the change.' })
  key!: ActingKeyView;

  @StringField(100, { description: 'Kind of object and what happened to it.', example: 'key.updated' })
  action!: string;

  @ApiProperty({ type: () => ChangedObjectView }) object!: ChangedObjectView;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'array', items: {}, minItems: 2, maxItems: 2 },
    description: 'Values before and after the change, by field; null where there was none. Never a secret.',
    example: { name: ['ci', 'deployment'] },
  })
  changes!: Changes;

  @StringField(45, { description: 'Address of the client.', example: '203.0.113.7' }) ip!: string;

  @StringField(128, {
    description: 'Identifies the log entry of the request. Clients can’t choose it.',
    example: '0e6c2e42-8a0f-4d0c-b1f7-93b1d2f8b7c1',
  })
  request_id!: string;

  @StringField(128, {
    nullable: true,
    description: 'X-Request-Id that the client sent; null: none.',
    example: 'deploy-1842',
  })
  client_request_id!: string | null;
}

export function auditLogEntryView(entry: AuditLogEntry): AuditLogEntryView {
  return {
    id: entry.id,
    created_at: entry.createdAt.toISOString(),
    key: { id: entry.keyId, name: entry.keyName },
    action: entry.action,
    object: { type: entry.objectType, id: entry.objectId },
    changes: entry.changes as Changes,
    ip: entry.ip,
    request_id: entry.requestId,
    client_request_id: entry.clientRequestId,
  };
}
