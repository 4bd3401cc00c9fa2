import { type DynamicModule, Module } from '@nestjs/common';
import { AccountModule } from './account/account.module.js';
import { AuditLogModule } from './account/audit-log/audit-log.module.js';
import { BrandsModule } from './account/brand/brands.module.js';
import { AuthModule } from './auth/auth.module.js';
import { CheckDocsModule } from './check-docs/check-docs.module.js';
import { type Config } from './platform/config/config.js';
import { ConfigModule } from './platform/config/config.module.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { HealthModule } from './platform/health/health.module.js';
import { MetricsModule } from './platform/metrics/metrics.module.js';
import { QueueModule } from './platform/queue/queue.module.js';
import { HttpModule } from './platform/http/http.module.js';
import { CrawlsModule } from './crawls/crawls.module.js';
import { KeysModule } from './keys/keys.module.js';
import { MonitorsModule } from './monitors/monitors.module.js';
import { ConsoleModule } from './console/console.module.js';
import { SharingModule } from './sharing/sharing.module.js';
import { UnmatchedModule } from './platform/http/unmatched/unmatched.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';
import { UsageModule } from './account/usage/usage.module.js';
import { WebsitesModule } from './websites/websites.module.js';

@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(config),
        DatabaseModule,
        HttpModule,
        MetricsModule,
        QueueModule,
        AuthModule,
        AuditLogModule,
        AccountModule,
        BrandsModule,
        KeysModule,
        UsageModule,
        WebsitesModule,
        WebhooksModule,
        ReportsModule,
        MonitorsModule,
        CrawlsModule,
        SharingModule,
        ...(config.console ? [ConsoleModule] : []),
        HealthModule,
        CheckDocsModule,
        UnmatchedModule,
      ],
    };
  }
}
