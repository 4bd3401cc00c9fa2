import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/auth.module.js';
import { AuditLogModule } from '../account/audit-log/audit-log.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { HttpModule } from '../platform/http/http.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { CrawlsModule } from '../crawls/crawls.module.js';
import { WebsitesModule } from '../websites/websites.module.js';
import { ConfirmBreachJob } from './confirm-breach.job.js';
import { CrawlMeasurements } from './crawl-measurements.service.js';
import { MonitorCrawls } from './monitor-crawls.service.js';
import { MonitorRunsController } from './monitor-runs.controller.js';
import { MonitorRuns } from './monitor-runs.service.js';
import { MonitorMetrics } from './monitor-metrics.js';
import { MonitorEvents } from './monitor-events.js';
import { MonitorJudge } from './monitor-judge.service.js';
import { MonitorScheduler } from './monitor-scheduler.service.js';
import { Monitor } from './monitor.entity.js';
import { MonitorsController } from './monitors.controller.js';
import { MonitorsRepository } from './monitors.repository.js';
import { MonitorsService } from './monitors.service.js';
import { RunMonitorsJob } from './run-monitors.job.js';
import { WakeMonitorsJob } from './wake-monitors.job.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Monitor]),
    AuditLogModule,
    AuthModule,
    HttpModule,
    WebhooksModule,
    ReportsModule,
    CrawlsModule,
    WebsitesModule,
  ],
  controllers: [MonitorsController, MonitorRunsController],
  providers: [
    MonitorsService,
    MonitorRuns,
    MonitorCrawls,
    CrawlMeasurements,
    MonitorsRepository,
    MonitorEvents,
    MonitorJudge,
    MonitorScheduler,
    MonitorMetrics,
    RunMonitorsJob,
    WakeMonitorsJob,
    ConfirmBreachJob,
  ],
  exports: [MonitorsService, MonitorRuns],
})
export class MonitorsModule {}
