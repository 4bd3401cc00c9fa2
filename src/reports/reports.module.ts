import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GradingModule } from './audits/grading.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { BlobsModule } from '../platform/blobs/blobs.module.js';
import { HttpModule } from '../platform/http/http.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { UsageModule } from '../account/usage/usage.module.js';
import { WebsitesModule } from '../websites/websites.module.js';
import { ComparisonController } from './comparison/comparison.controller.js';
import { ComparisonsRepository } from './comparison/comparisons.repository.js';
import { ComparisonsService } from './comparison/comparisons.service.js';
import { AuditMetrics } from './audits/audit-metrics.js';
import { AuditReportJob } from './audits/audit-report.job.js';
import { AuditRunner } from './audits/audit-runner.service.js';
import { Precedence } from './audits/precedence.js';
import { RenderReportJob } from './audits/render-report.job.js';
import { UnrenderedJob } from './audits/unrendered.job.js';
import { RenderingModule } from '../browsers/browsers.module.js';
import { PendingAuditsRepository } from './audits/pending-audits.repository.js';
import { RetentionJob } from './retention.job.js';
import { ReportSearchRepository } from './lists/report-search.repository.js';
import { ReportWatch } from './report-watch.js';
import { PendingAudit } from './audits/pending-audit.entity.js';
import { ReportScreenshot } from './screenshots/report-screenshot.entity.js';
import { ScreenshotKeeper } from './screenshots/screenshot-keeper.service.js';
import { ScreenshotsRepository } from './screenshots/screenshots.repository.js';
import { ReportDetails } from './report-details.entity.js';
import { ReportDetailsRepository } from './report-details.repository.js';
import { Report } from './report.entity.js';
import { ExpiredReportsRepository } from './expired-reports.repository.js';
import { BatchesController } from './batches/batches.controller.js';
import { BatchesService } from './batches/batches.service.js';
import { ReportIntake } from './report-intake.service.js';
import { ReportBeginnings } from './audits/report-beginnings.js';
import { ReportEndings } from './audits/report-endings.js';
import { ReportCompletion } from './audits/report-completion.service.js';
import { ReportEvents } from './audits/report-events.service.js';
import { WebsitePage } from './website-pages/website-page.entity.js';
import { WebsiteFindingsRepository } from './website-pages/website-findings.repository.js';
import { WebsitePagesController } from './website-pages/website-pages.controller.js';
import { WebsitePagesRepository } from './website-pages/website-pages.repository.js';
import { WebsitePagesService } from './website-pages/website-pages.service.js';
import { ReportDeletions } from './report-deletions.js';
import { ReportsController } from './reports.controller.js';
import { ReportsRepository } from './reports.repository.js';
import { ReportsService } from './reports.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Report, ReportDetails, ReportScreenshot, PendingAudit, WebsitePage]),
    AuthModule,
    BlobsModule,
    HttpModule,
    WebhooksModule,
    WebsitesModule,
    UsageModule,
    RenderingModule,
    GradingModule,
  ],
  controllers: [BatchesController, ReportsController, ComparisonController, WebsitePagesController],
  providers: [
    ReportsService,
    ReportIntake,
    BatchesService,
    ReportsRepository,
    ReportDetailsRepository,
    ExpiredReportsRepository,
    ReportCompletion,
    ReportBeginnings,
    ReportEndings,
    ReportDeletions,
    ReportEvents,
    ReportSearchRepository,
    ComparisonsService,
    ComparisonsRepository,
    ScreenshotsRepository,
    ScreenshotKeeper,
    PendingAuditsRepository,
    ReportWatch,
    AuditRunner,
    Precedence,
    AuditReportJob,
    RenderReportJob,
    UnrenderedJob,
    AuditMetrics,
    RetentionJob,
    WebsitePagesRepository,
    WebsiteFindingsRepository,
    WebsitePagesService,
  ],
  exports: [
    GradingModule,
    Precedence,
    ReportBeginnings,
    ReportDeletions,
    ReportDetailsRepository,
    ReportEndings,
    ReportEvents,
    ReportIntake,
    ReportsRepository,
    ReportsService,
    ScreenshotsRepository,
    WebsitePagesService,
  ],
})
export class ReportsModule {}
