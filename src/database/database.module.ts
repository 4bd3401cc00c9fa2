import { Global, Module } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { CONFIG, type Config } from '../config/config.js';
import { Connections } from './connections.js';
import { Database } from './database.js';
import { planByIndexes } from './planner.js';

/** Milliseconds. The server's own are below the 5 s within which a client must hear that the database can't serve
 *  it; the client's is for deletes that may take longer, see {@link Database} for all others. */
const TIMEOUTS = {
  connectionTimeoutMillis: 3000,
  statement_timeout: 4000,
  lock_timeout: 4000,
  query_timeout: 65_000,
  // A connected process must show as one: the embedded server is stopped by the last that uses it.
  idleTimeoutMillis: 0,
  idle_in_transaction_session_timeout: 10_000,
};

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [CONFIG],
      useFactory: (config: Config): TypeOrmModuleOptions => ({
        type: 'postgres',
        poolSize: config.databasePoolSize,
        extra: {
          ...new Connections(config.databaseUrl ?? '').poolOptions,
          ...TIMEOUTS,
          keepAlive: true,
          application_name: 'pagegrade',
          onConnect: planByIndexes,
        },
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
