import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountModule } from '../account/account.module.js';
import { UsageModule } from '../account/usage/usage.module.js';
import { AuditLogModule } from '../account/audit-log/audit-log.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CrawlsModule } from '../crawls/crawls.module.js';
import { HttpModule } from '../platform/http/http.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { MonitorsModule } from '../monitors/monitors.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { SharingModule } from '../sharing/sharing.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { WebsitesModule } from '../websites/websites.module.js';
import { ConsoleAuditLogController } from './account/audit-log.controller.js';
import { ConsoleComparisonController } from './reports/comparison.controller.js';
import { ConsoleCrawlComparisonController } from './crawls/crawl-comparison.controller.js';
import { ConsoleCrawlsController } from './crawls/crawls.controller.js';
import { ConsoleNewCrawlController } from './crawls/new-crawl.controller.js';
import { ConsoleHomeController } from './home/home.controller.js';
import { HomeService } from './home/home.service.js';
import { ConsoleKeysController } from './keys/keys.controller.js';
import { ConsoleMonitorsController } from './monitors/monitors.controller.js';
import { ConsoleReportFilesController } from './reports/report-files.controller.js';
import { ConsoleReportsController } from './reports/reports.controller.js';
import { ProgressStreams } from './progress/progress-streams.service.js';
import { setScreenHeaders } from './screen-headers.js';
import { ConsoleScriptController } from './script/console-script.controller.js';
import { ConsoleScreenshotsController } from './reports/screenshots.controller.js';
import { ConsoleSession } from './sessions/console-session.entity.js';
import { ConsoleSessionsRepository } from './sessions/console-sessions.repository.js';
import { ForgetSessionsJob } from './sessions/forget-sessions.job.js';
import { SessionsService } from './sessions/sessions.service.js';
import { ConsoleSettingsController } from './settings/settings.controller.js';
import { ConsoleUnknownController } from './unknown.controller.js';
import { ConsoleUsageController } from './account/usage.controller.js';
import { SignInController } from './sessions/sign-in.controller.js';
import { SignInToken } from './sessions/sign-in-token.entity.js';
import { SignInTokensRepository } from './sessions/sign-in-tokens.repository.js';
import { SignOutController } from './sessions/sign-out.controller.js';
import { ConsoleWebhooksController } from './webhooks/webhooks.controller.js';
import { ConsoleWebsitesController } from './websites/websites.controller.js';

/** Screens for people, over the services of the API. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ConsoleSession, SignInToken]),
    AccountModule,
    AuditLogModule,
    AuthModule,
    CrawlsModule,
    HttpModule,
    KeysModule,
    MonitorsModule,
    ReportsModule,
    SharingModule,
    UsageModule,
    WebhooksModule,
    WebsitesModule,
  ],
  controllers: [
    SignInController,
    SignOutController,
    ConsoleHomeController,
    ConsoleScriptController,
    ConsoleReportsController,
    ConsoleScreenshotsController,
    ConsoleReportFilesController,
    ConsoleComparisonController,
    ConsoleWebsitesController,
    ConsoleCrawlComparisonController,
    ConsoleNewCrawlController,
    ConsoleCrawlsController,
    ConsoleMonitorsController,
    ConsoleWebhooksController,
    ConsoleKeysController,
    ConsoleAuditLogController,
    ConsoleUsageController,
    ConsoleSettingsController,
    // Last: it takes every path.
    ConsoleUnknownController,
  ],
  providers: [
    SessionsService,
    ConsoleSessionsRepository,
    SignInTokensRepository,
    ForgetSessionsJob,
    HomeService,
    ProgressStreams,
  ],
  exports: [SessionsService],
})
export class ConsoleModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(setScreenHeaders).forRoutes('console', 'console/*path');
  }
}
