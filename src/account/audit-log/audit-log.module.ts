import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditLogEntry } from './audit-log-entry.entity.js';
import { AuditLogController } from './audit-log.controller.js';
import { AuditLogService } from './audit-log.service.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { ExpireAuditLogJob } from './expire-audit-log.job.js';

@Module({
  imports: [TypeOrmModule.forFeature([AuditLogEntry])],
  controllers: [AuditLogController],
  providers: [AuditLogService, AuditLogRepository, ExpireAuditLogJob],
  exports: [AuditLogRepository, AuditLogService],
})
export class AuditLogModule {}
