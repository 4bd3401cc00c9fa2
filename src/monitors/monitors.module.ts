import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/auth.module.js';
import { AuditLogModule } from '../account/audit-log/audit-log.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { HttpModule } from '../platform/http/http.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { CrawlsModule } from '../crawls/crawls.module.js';
import { WebsitesModule } from '../websites/websites.module.js';
import { ConfirmBreachJob } from './runs/confirm-breach.job.js';
import { CrawlMeasurements } from './judgment/crawl-measurements.service.js';
import { MonitorCrawls } from './runs/monitor-crawls.service.js';
import { MonitorRunsController } from './runs/monitor-runs.controller.js';
import { MonitorRuns } from './runs/monitor-runs.service.js';
import { MonitorMetrics } from './runs/monitor-metrics.js';
import { MonitorEvents } from './judgment/monitor-events.js';
import { MonitorJudge } from './judgment/monitor-judge.service.js';
import { MonitorScheduler } from './runs/monitor-scheduler.service.js';
import { Monitor } from './monitor.entity.js';
import { MonitorsController } from './monitors.controller.js';
import { MonitorsRepository } from './monitors.repository.js';
import { MonitorsService } from './monitors.service.js';
import { RunMonitorsJob } from './runs/run-monitors.job.js';
import { WakeMonitorsJob } from './runs/wake-monitors.job.js';

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
