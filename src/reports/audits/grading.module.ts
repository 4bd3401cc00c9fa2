import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { configuredPreloadList } from '../../engine/hsts-preload/preload-list-file.js';
import { CONFIGURED_BROWSER, type ConfiguredBrowser } from '../../browsers/configured-browser.js';
import { RenderingModule } from '../../browsers/browsers.module.js';
import { Grader } from '../../engine/grading/grader.js';
import { graderOptions, rendererFor } from './grader-options.js';

/** Provides one {@link Grader}, which is closed with the application. */
@Module({
  imports: [RenderingModule],
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
          threads: { minThreads: isAuditing ? 1 : 0 },
        });
        return Object.assign(grader, { onApplicationShutdown: () => grader.close() });
      },
    },
  ],
  exports: [Grader],
})
export class GradingModule {}
