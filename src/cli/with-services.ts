import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthModule } from '../auth/auth.module.js';
import { settlesWithin } from '../basics/settles-within.js';
import { type Config } from '../platform/config/config.js';
import { ConfigModule } from '../platform/config/config.module.js';
import { Database } from '../platform/database/database.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import { databaseOrExit } from './database-or-exit.js';

const CONNECT_TIMEOUT_MS = 15_000;

/** The modules that commands need. */
@Module({})
class CommandModule {}

/** Runs a command with the application's services. Uses the database of a running server, or starts the embedded one for
 *  the command. Exits with 1 if the database is not reachable within 15 s, and waits as long as it is migrated. */
export async function withServices(
  command: (services: INestApplicationContext) => Promise<void>,
): Promise<void> {
  const { config, stop } = await databaseOrExit();
  await runOnDatabase(config, command).finally(stop);
  process.exit();
}

async function runOnDatabase(
  config: Config,
  command: (services: INestApplicationContext) => Promise<void>,
): Promise<void> {
  const services = await NestFactory.createApplicationContext(
    { module: CommandModule, imports: [ConfigModule.with(config), DatabaseModule, AuthModule] },
    { logger: ['error'] },
  );
  try {
    const database = services.get(Database);
    const connecting = database.connect();
    if (!(await settlesWithin(CONNECT_TIMEOUT_MS, connecting))) {
      if (database.startFault !== null) {
        process.exitCode = 1;
        return;
      }
      process.stderr.write('The database is being migrated, or a backup is made of it: this waits.\n');
    }
    await connecting;
    await command(services);
  } finally {
    await services.close();
  }
}
