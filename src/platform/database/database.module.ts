import { Global, Module } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { CONFIG, type Config } from '../config/config.js';
import { Connections } from './connections.js';
import { Database, DEADLINE_MS, STATEMENT_TIMEOUT_MS } from './database.js';
import { DatabaseOutage } from './database-outage.js';
import { DriverPool } from './driver-pool.js';
import { SnakeNamingStrategy } from './naming-strategy.js';
import { onConnect } from './prepared-statements.js';

@Module({ providers: [DriverPool], exports: [DriverPool] })
class DriverPoolModule {}

@Global()
@Module({
  imports: [
    DriverPoolModule,
    TypeOrmModule.forRootAsync({
      imports: [DriverPoolModule],
      inject: [CONFIG, DriverPool],
      useFactory: (config: Config, pool: DriverPool): TypeOrmModuleOptions => ({
        type: 'postgres',
        driver: pool.driver,
        poolSize: config.databasePoolSize,
        extra: {
          ...new Connections(config.databaseUrl ?? '').poolOptions,
          connectionTimeoutMillis: 3000,
          statement_timeout: STATEMENT_TIMEOUT_MS,
          lock_timeout: STATEMENT_TIMEOUT_MS,
          query_timeout: DEADLINE_MS,
          idle_in_transaction_session_timeout: 10_000,
          // The embedded server is stopped by the last process that has a connection.
          idleTimeoutMillis: 0,
          application_name: 'pagegrade',
          onConnect: onConnect(config),
        },
        namingStrategy: new SnakeNamingStrategy(),
        autoLoadEntities: true,
        manualInitialization: true,
        logging: false,
      }),
    }),
  ],
  providers: [Database, DatabaseOutage],
  exports: [Database, DatabaseOutage],
})
export class DatabaseModule {}
