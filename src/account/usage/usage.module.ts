import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsageDay } from './usage-day.entity.js';
import { UsageController } from './usage.controller.js';
import { UsageRepository } from './usage.repository.js';
import { UsageService } from './usage.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([UsageDay])],
  controllers: [UsageController],
  providers: [UsageService, UsageRepository],
  exports: [UsageRepository, UsageService],
})
export class UsageModule {}
