import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthModule } from '../auth/auth.module.js';
import { ConfigModule } from '../config/config.module.js';
import { readConfigOrExit } from '../config/read-or-exit.js';
import { withDatabase } from '../database/connected-config.js';
import { Database } from '../database/database.js';
import { DatabaseModule } from '../database/database.module.js';

const CONNECT_TIMEOUT_MS = 15_000;

/** The part of the application that commands need. */
@Module({})
class CommandModule {}

/** Runs a command with the services of the application on its database: the one of a running server, or one
 *  started for the command. Ends the process with 1 where there is no database. */
export async function withServices(
  work: (services: INestApplicationContext) => Promise<void>,
): Promise<void> {
  const { config, stop } = await withDatabase(readConfigOrExit());
  const services = await NestFactory.createApplicationContext(
    { module: CommandModule, imports: [ConfigModule.with(config), DatabaseModule, AuthModule] },
    { logger: ['error'] },
  );
  const isConnected = await Promise.race([
    services
      .get(Database)
      .connect()
      .then(() => true),
    new Promise<boolean>((resolve) => setTimeout(resolve, CONNECT_TIMEOUT_MS, false).unref()),
  ]);
  if (isConnected) await work(services);
  else process.exitCode = 1;
  await services.close();
  await stop();
  process.exit();
}
