import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/auth.module.js';
import { AuditLogModule } from '../account/audit-log/audit-log.module.js';
import { HttpModule } from '../platform/http/http.module.js';
import { CONFIG, type Config } from '../platform/config/config.js';
import { PageLoader } from '../engine/page-loader/page-loader.js';
import { UsageModule } from '../account/usage/usage.module.js';
import { VERSION } from '../basics/version.js';
import { WebsitesModule } from '../websites/websites.module.js';
import { DeliverEventsJob } from './deliver-events.job.js';
import { Deliverer } from './deliverer.service.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveriesService } from './deliveries.service.js';
import { Delivery } from './delivery.entity.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { Events } from './events.service.js';
import { ReplayDeliveriesJob } from './replay-deliveries.job.js';
import { ReplaysService } from './replays.service.js';
import { MaintainDeliveriesJob } from './maintain-deliveries.job.js';
import { Webhook } from './webhook.entity.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksRepository } from './webhooks.repository.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  imports: [
    AuthModule,
    AuditLogModule,
    HttpModule,
    TypeOrmModule.forFeature([Webhook, Delivery]),
    UsageModule,
    WebsitesModule,
  ],
  controllers: [WebhooksController, DeliveriesController],
  providers: [
    WebhooksService,
    WebhooksRepository,
    DeliveriesService,
    DeliveriesRepository,
    ReplaysService,
    Events,
    Deliverer,
    DeliverEventsJob,
    ReplayDeliveriesJob,
    MaintainDeliveriesJob,
    DeliveryMetrics,
    {
      provide: PageLoader,
      inject: [CONFIG],
      useFactory: (config: Config) =>
        new PageLoader({ policy: config, userAgent: `Pagegrade/${VERSION}`, dnsServers: config.dnsServers }),
    },
  ],
  exports: [Events, WebhooksService, DeliveriesService, ReplaysService],
})
export class WebhooksModule {}
