import { type DynamicModule, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { type AuditThreadsOptions } from './audit-threads.js';
import { configuredPreloadList } from '../hsts-preload/preload-list-file.js';
import { Grader } from './grader.js';
import { graderOptions } from './grader-options.js';

@Module({})
export class GradingModule {
  /** Provides one {@link Grader}, which is closed with the application. */
  static with(threads: AuditThreadsOptions): DynamicModule {
    return {
      module: GradingModule,
      providers: [
        {
          provide: Grader,
          inject: [CONFIG],
          useFactory: async (config: Config) => {
            const isAuditing = config.role !== 'api';
            const grader = new Grader({
              ...graderOptions(config),
              preloadList: isAuditing ? await configuredPreloadList(config.hstsPreloadFile) : null,
              threads: { minThreads: isAuditing ? 1 : 0, ...threads },
            });
            return Object.assign(grader, { onApplicationShutdown: () => grader.close() });
          },
        },
      ],
      exports: [Grader],
    };
  }
}
