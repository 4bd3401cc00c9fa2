import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Account } from './account.entity.js';
import { ApiKey } from './api-key.entity.js';
import { AccountsRepository } from './accounts.repository.js';
import { Admissions } from './admissions.js';
import { AuthService } from './auth.service.js';
import { BearerGuard } from './bearer.guard.js';
import { CallerLookup } from './caller-lookup.js';
import { CreationLimits } from './creation-limits.js';
import { KeysRepository } from './keys.repository.js';
import { LimitWindowsRepository } from './limit-windows.repository.js';
import { NeededScope } from './caller.js';

@Module({
  imports: [TypeOrmModule.forFeature([Account, ApiKey])],
  providers: [
    AuthService,
    CallerLookup,
    AccountsRepository,
    KeysRepository,
    LimitWindowsRepository,
    CreationLimits,
    Admissions,
    NeededScope,
    { provide: APP_GUARD, useClass: BearerGuard },
  ],
  exports: [
    AccountsRepository,
    AuthService,
    KeysRepository,
    LimitWindowsRepository,
    CreationLimits,
    Admissions,
    NeededScope,
  ],
})
export class AuthModule {}
