import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditLogModule } from '../account/audit-log/audit-log.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { ApiKey } from '../auth/api-key.entity.js';
import { HttpModule } from '../platform/http/http.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { AnnounceExpiriesJob } from './announce-expiries.job.js';
import { KeysController } from './keys.controller.js';
import { KeysService } from './keys.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ApiKey]), AuditLogModule, AuthModule, HttpModule, WebhooksModule],
  controllers: [KeysController],
  providers: [KeysService, ApiKeysRepository, AnnounceExpiriesJob],
  exports: [KeysService],
})
export class KeysModule {}
