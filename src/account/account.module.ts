import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { AccountController } from './account.controller.js';
import { AccountService } from './account.service.js';
import { AuditLogModule } from './audit-log/audit-log.module.js';
import { BrandsModule } from './brand/brands.module.js';

@Module({
  imports: [AuthModule, AuditLogModule, BrandsModule],
  controllers: [AccountController],
  providers: [AccountService],
  exports: [AccountService],
})
export class AccountModule {}
