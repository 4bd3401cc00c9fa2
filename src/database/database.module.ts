import { Global, Module } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { CONFIG, type Config } from '../config/config.js';
import { Database } from './database.js';

/** Milliseconds. Below the 5 s within which a client must hear that the database can't serve it. */
const TIMEOUTS = {
  connectionTimeoutMillis: 3000,
  statement_timeout: 4000,
  lock_timeout: 4000,
  query_timeout: 4500,
  idle_in_transaction_session_timeout: 10_000,
};

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [CONFIG],
      useFactory: (config: Config): TypeOrmModuleOptions => ({
        type: 'postgres',
        url: config.databaseUrl ?? undefined,
        poolSize: config.databasePoolSize,
        extra: { ...TIMEOUTS, keepAlive: true, application_name: 'pagegrade' },
        autoLoadEntities: true,
        manualInitialization: true,
        logging: false,
      }),
    }),
  ],
  providers: [Database],
  exports: [Database],
})
export class DatabaseModule {}
