import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Report } from '../reports/report.entity.js';
import { WebsitesModule } from '../websites/websites.module.js';
import { BlobsModule } from '../blobs/blobs.module.js';
import { ForgetTriesJob } from './forget-tries.job.js';
import { ScreenshotsController } from './screenshots.controller.js';
import { SharedScreenshotsService } from './shared-screenshots.service.js';
import { SharePagesController } from './share-pages.controller.js';
import { SharedReportsRepository } from './shared-reports.repository.js';
import { SharingService } from './sharing.service.js';
import { UnlockWindow } from './unlock-window.entity.js';
import { UnlockTriesRepository } from './unlock-tries.repository.js';

@Module({})
export class SharingModule {
  /** @param reports the application's only instance of the reports module */
  static with(reports: DynamicModule): DynamicModule {
    return {
      module: SharingModule,
      imports: [TypeOrmModule.forFeature([Report, UnlockWindow]), BlobsModule, WebsitesModule, reports],
      controllers: [SharePagesController, ScreenshotsController],
      providers: [
        SharingService,
        SharedScreenshotsService,
        SharedReportsRepository,
        UnlockTriesRepository,
        ForgetTriesJob,
      ],
    };
  }
}
