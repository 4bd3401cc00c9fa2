import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CrawlsModule } from '../crawls/crawls.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { Report } from '../reports/report.entity.js';
import { WebsitesModule } from '../websites/websites.module.js';
import { BlobsModule } from '../platform/blobs/blobs.module.js';
import { ForgetTriesJob } from './forget-tries.job.js';
import { ScreenshotsController } from './screenshots.controller.js';
import { SharedScreenshotsService } from './shared-screenshots.service.js';
import { SharePagesController } from './share-pages.controller.js';
import { SharedReportsRepository } from './shared-reports.repository.js';
import { SharingService } from './sharing.service.js';
import { UnlockWindow } from './unlock-window.entity.js';
import { UnlockTriesRepository } from './unlock-tries.repository.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Report, UnlockWindow]),
    BlobsModule,
    WebsitesModule,
    ReportsModule,
    CrawlsModule,
  ],
  controllers: [SharePagesController, ScreenshotsController],
  providers: [
    SharingService,
    SharedScreenshotsService,
    SharedReportsRepository,
    UnlockTriesRepository,
    ForgetTriesJob,
  ],
})
export class SharingModule {}
