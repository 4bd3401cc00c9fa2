import { Logger } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createApp } from './app.setup.js';
import { AuthService } from './auth/auth.service.js';
import { type Config } from './config/config.js';
import { withDatabase } from './database/connected-config.js';
import { Database } from './database/database.js';

/** Runs the service until it is told to end: SIGTERM or SIGINT. */
export async function startServer(settings: Config): Promise<void> {
  const { config, stop } = await withDatabase(settings);
  const app = await createApp(config);
  endOnSignal(app, stop);
  await app.listen(config.port, config.host);
  await app.get(Database).connect();
  const newKey = await app.get(AuthService).bootstrap();
  const keyFile = settings.databaseUrl === null ? join(settings.dataDir, 'api-key') : null;
  if (newKey !== null && keyFile !== null) await writeFile(keyFile, `${newKey}\n`, { mode: 0o600 });
  process.stdout.write(welcome(addressOf(app, config), newKey, keyFile));
}

function endOnSignal(app: NestExpressApplication, stopDatabase: () => Promise<void>): void {
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    app
      .close()
      .then(stopDatabase)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          new Logger('Server').error(error);
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

/** The wildcard address is no address that a browser can open everywhere. */
function addressOf(app: NestExpressApplication, config: Config): string {
  if (config.publicUrl !== null) return config.publicUrl;
  const { port } = app.getHttpServer().address() as { port: number };
  const host = ['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}

function welcome(address: string, newKey: string | null, keyFile: string | null): string {
  const key = newKey ?? (keyFile === null ? null : `in ${keyFile}`);
  const lines = [
    `Pagegrade is ready.`,
    `  Address  ${address}`,
    `  Docs     ${address}/docs`,
    ...(key === null ? [] : [`  API key  ${key}`]),
    ...(newKey === null
      ? []
      : [`           Shown this once${keyFile === null ? '' : `, and kept in ${keyFile}`}.`]),
  ];
  return `\n${lines.join('\n')}\n\n`;
}
