import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthModule } from '../auth/auth.module.js';
import { type Config } from '../config/config.js';
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
  await onDatabase(config, work).finally(stop);
  process.exit();
}

async function onDatabase(
  config: Config,
  work: (services: INestApplicationContext) => Promise<void>,
): Promise<void> {
  const services = await NestFactory.createApplicationContext(
    { module: CommandModule, imports: [ConfigModule.with(config), DatabaseModule, AuthModule] },
    { logger: ['error'] },
  );
  try {
    if (await isConnected(services)) await work(services);
    else process.exitCode = 1;
  } finally {
    await services.close();
  }
}

function isConnected(services: INestApplicationContext): Promise<boolean> {
  return Promise.race([
    services
      .get(Database)
      .connect()
      .then(() => true),
    new Promise<boolean>((resolve) => setTimeout(resolve, CONNECT_TIMEOUT_MS, false).unref()),
  ]);
}
