import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GradingModule } from '../grading/grading.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { BlobsModule } from '../blobs/blobs.module.js';
import { HttpModule } from '../http/http.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { WebsitesModule } from '../websites/websites.module.js';
import { ComparisonController } from './comparison.controller.js';
import { ComparisonsRepository } from './comparisons.repository.js';
import { ComparisonsService } from './comparisons.service.js';
import { AuditMetrics } from './audit-metrics.js';
import { AuditReportJob } from './audit-report.job.js';
import { AuditRunner } from './audit-runner.service.js';
import { RenderReportJob } from './render-report.job.js';
import { UnrenderedJob } from './unrendered.job.js';
import { RenderingModule } from '../rendering/rendering.module.js';
import { PendingAuditsRepository } from './pending-audits.repository.js';
import { RetentionJob } from './retention.job.js';
import { ReportSearchRepository } from './report-search.repository.js';
import { ReportWatch } from './report-watch.js';
import { PendingAudit } from './pending-audit.entity.js';
import { ReportScreenshot } from './report-screenshot.entity.js';
import { ScreenshotKeeper } from './screenshot-keeper.service.js';
import { ScreenshotsRepository } from './screenshots.repository.js';
import { ReportDetails } from './report-details.entity.js';
import { Report } from './report.entity.js';
import { BatchesController } from './batches.controller.js';
import { BatchesService } from './batches.service.js';
import { ReportIntake } from './report-intake.service.js';
import { ReportEndings } from './report-endings.js';
import { ReportCompletion } from './report-completion.service.js';
import { ReportEvents } from './report-events.service.js';
import { ReportsController } from './reports.controller.js';
import { ReportsRepository } from './reports.repository.js';
import { ReportsService } from './reports.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Report, ReportDetails, ReportScreenshot, PendingAudit]),
    AuthModule,
    BlobsModule,
    HttpModule,
    WebhooksModule,
    WebsitesModule,
    UsageModule,
    RenderingModule,
    GradingModule,
  ],
  controllers: [BatchesController, ReportsController, ComparisonController],
  providers: [
    ReportsService,
    ReportIntake,
    BatchesService,
    ReportsRepository,
    ReportCompletion,
    ReportEndings,
    ReportEvents,
    ReportSearchRepository,
    ComparisonsService,
    ComparisonsRepository,
    ScreenshotsRepository,
    ScreenshotKeeper,
    PendingAuditsRepository,
    ReportWatch,
    AuditRunner,
    AuditReportJob,
    RenderReportJob,
    UnrenderedJob,
    AuditMetrics,
    RetentionJob,
  ],
  exports: [
    ReportEndings,
    ReportEvents,
    ReportIntake,
    ReportsRepository,
    ReportsService,
    ScreenshotsRepository,
  ],
})
export class ReportsModule {}
