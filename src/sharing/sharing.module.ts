import { WebsitePage } from '../reports/website-pages/website-page.entity.js';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/auth.module.js';
import { RenderingModule } from '../browsers/browsers.module.js';
import { BrandsModule } from '../account/brand/brands.module.js';
import { CrawlsModule } from '../crawls/crawls.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { Report } from '../reports/report.entity.js';
import { WebsitesModule } from '../websites/websites.module.js';
import { BlobsModule } from '../platform/blobs/blobs.module.js';
import { PrintReportJob } from './files/print-report.job.js';
import { ReportFilesController } from './files/report-files.controller.js';
import { ReportFilesService } from './files/report-files.service.js';
import { ReportPdf } from './files/report-pdf.entity.js';
import { ReportPdfsRepository } from './files/report-pdfs.repository.js';
import { ForgetTriesJob } from './forget-tries.job.js';
import { ReportHistoryService } from './report-history.service.js';
import { ScoreResults } from './score-results.js';
import { ScreenshotsController } from './screenshots.controller.js';
import { SharedScreenshotsService } from './shared-screenshots.service.js';
import { SharePagesController } from './share-pages.controller.js';
import { SharedReportsRepository } from './shared-reports.repository.js';
import { ShareAccess } from './share-access.service.js';
import { SharedCrawlsService } from './shared-crawls.service.js';
import { SharingService } from './sharing.service.js';
import { UnlockWindow } from './unlock-window.entity.js';
import { UnlockTriesRepository } from './unlock-tries.repository.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Report, ReportPdf, UnlockWindow, WebsitePage]),
    AuthModule,
    BlobsModule,
    RenderingModule,
    BrandsModule,
    WebsitesModule,
    ReportsModule,
    CrawlsModule,
  ],
  controllers: [SharePagesController, ScreenshotsController, ReportFilesController],
  providers: [
    SharingService,
    ShareAccess,
    SharedCrawlsService,
    SharedScreenshotsService,
    SharedReportsRepository,
    ReportHistoryService,
    UnlockTriesRepository,
    ForgetTriesJob,
    ReportFilesService,
    ReportPdfsRepository,
    PrintReportJob,
    ScoreResults,
  ],
  exports: [ReportFilesService, ReportHistoryService, ScoreResults, SharedScreenshotsService],
})
export class SharingModule {}
