import { type DynamicModule, Module } from '@nestjs/common';
import { CONFIG, type Config } from './config.js';

@Module({})
export class ConfigModule {
  /** Provides one {@link Config} to all modules. */
  static with(config: Config): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: CONFIG, useValue: config }],
      exports: [CONFIG],
    };
  }
}
