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
import { DeliverEventsJob } from './deliveries/deliver-events.job.js';
import { Deliverer } from './deliveries/deliverer.service.js';
import { DeliveriesController } from './deliveries/deliveries.controller.js';
import { DeliveriesRepository } from './deliveries/deliveries.repository.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { Delivery } from './deliveries/delivery.entity.js';
import { DeliveryMetrics } from './deliveries/delivery-metrics.js';
import { Events } from './events/events.service.js';
import { ReplayDeliveriesJob } from './deliveries/replay-deliveries.job.js';
import { ReplaysService } from './deliveries/replays.service.js';
import { MaintainDeliveriesJob } from './deliveries/maintain-deliveries.job.js';
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
