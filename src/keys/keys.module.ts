import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditLogModule } from '../audit-log/audit-log.module.js';
import { ApiKey } from '../auth/api-key.entity.js';
import { KeysController } from './keys.controller.js';
import { KeysService } from './keys.service.js';
import { ManagedKeysRepository } from './managed-keys.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([ApiKey]), AuditLogModule],
  controllers: [KeysController],
  providers: [KeysService, ManagedKeysRepository],
})
export class KeysModule {}
