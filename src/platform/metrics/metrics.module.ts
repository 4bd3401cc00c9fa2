import { Global, type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { Metrics } from './metrics.js';
import { MetricsServer } from './metrics-server.js';
import { RequestMetrics } from './request-metrics.js';

@Global()
@Module({ providers: [Metrics, MetricsServer], exports: [Metrics] })
export class MetricsModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(RequestMetrics).forRoutes('{*path}');
  }
}
