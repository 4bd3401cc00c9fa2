import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditLogModule } from '../audit-log/audit-log.module.js';
import { ApiKey } from '../auth/api-key.entity.js';
import { HttpModule } from '../http/http.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { AnnounceExpiriesJob } from './announce-expiries.job.js';
import { ExpiringKeysRepository } from './expiring-keys.repository.js';
import { KeysController } from './keys.controller.js';
import { KeysService } from './keys.service.js';
import { ManagedKeysRepository } from './managed-keys.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([ApiKey]), AuditLogModule, HttpModule, WebhooksModule],
  controllers: [KeysController],
  providers: [KeysService, ManagedKeysRepository, ExpiringKeysRepository, AnnounceExpiriesJob],
})
export class KeysModule {}
