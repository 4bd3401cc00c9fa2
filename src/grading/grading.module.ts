import { type DynamicModule, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { type AuditThreadsOptions } from './audit-threads.js';
import { configuredPreloadList } from '../hsts-preload/preload-list-file.js';
import { CONFIGURED_BROWSER, type ConfiguredBrowser } from '../rendering/configured-browser.js';
import { RenderingModule } from '../rendering/rendering.module.js';
import { Grader } from './grader.js';
import { graderOptions, rendererFor } from './grader-options.js';

@Module({ imports: [RenderingModule] })
export class GradingModule {
  /** Provides one {@link Grader}, which is closed with the application. */
  static with(threads: AuditThreadsOptions): DynamicModule {
    return {
      module: GradingModule,
      providers: [
        {
          provide: Grader,
          inject: [CONFIG, CONFIGURED_BROWSER],
          useFactory: async (config: Config, { program }: ConfiguredBrowser) => {
            const isAuditing = config.role !== 'api';
            const grader = new Grader({
              ...graderOptions(config),
              preloadList: isAuditing ? await configuredPreloadList(config.hstsPreloadFile) : null,
              rendererOn: program && rendererFor(program, config),
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
