import { type DynamicModule, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { type AuditThreadsOptions } from './audit-threads.js';
import { Grader } from './grader.js';
import { graderOptions } from './grader-options.js';

@Module({})
export class GradingModule {
  /** Provides one {@link Grader}, which ends with the application. */
  static with(threads: AuditThreadsOptions): DynamicModule {
    return {
      module: GradingModule,
      providers: [
        {
          provide: Grader,
          inject: [CONFIG],
          useFactory: (config: Config) => {
            const minThreads = config.role === 'api' ? 0 : 1;
            const grader = new Grader({ ...graderOptions(config), threads: { minThreads, ...threads } });
            return Object.assign(grader, { onApplicationShutdown: () => grader.close() });
          },
        },
      ],
      exports: [Grader],
    };
  }
}
