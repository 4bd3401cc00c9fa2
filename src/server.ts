import { Logger } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type Server } from 'node:http';
import { type Socket } from 'node:net';
import { join } from 'node:path';
import { createApp } from './app.setup.js';
import { AuthService } from './auth/auth.service.js';
import { type Config } from './config/config.js';
import { withDatabase } from './database/connected-config.js';
import { Database } from './database/database.js';
import { errorCodeOf } from './error-code.js';

/** Runs the service until it is told to end: SIGTERM or SIGINT. Where it can't start, says why and ends with 1. */
export async function startServer(settings: Config): Promise<void> {
  let stopDatabase = () => Promise.resolve();
  try {
    const { config, stop } = await withDatabase(settings);
    stopDatabase = stop;
    const app = await createApp(config);
    await app.listen(config.port, config.host);
    endOnSignal(app, stop);
    await app.get(Database).connect();
    await announce(app, settings);
  } catch (error) {
    process.stderr.write(`Pagegrade can't start: ${reasonOf(error, settings)}\n`);
    await stopDatabase();
    process.exit(1);
  }
}

/** Prints where the service is, and the first key if it was made now. */
async function announce(app: NestExpressApplication, settings: Config): Promise<void> {
  const newKey = await app.get(AuthService).bootstrap();
  const keyFile = settings.databaseUrl === null ? join(settings.dataDir, 'api-key') : null;
  if (newKey !== null && keyFile !== null) await writeFile(keyFile, `${newKey}\n`, { mode: 0o600 });
  process.stdout.write(welcome(addressOf(app, settings), newKey, keyFile));
}

function reasonOf(error: unknown, { port }: Config): string {
  const code = errorCodeOf(error);
  if (code === 'EADDRINUSE') return `port ${String(port)} is taken. Set PORT to another one.`;
  if (code === 'EACCES')
    return `port ${String(port)} needs rights that this user lacks. Set PORT to one above 1023.`;
  return error instanceof Error ? error.message : String(error);
}

/** What runs when the end is told may take as long as an audit and its saving. */
const GRACE_MS = 25_000;

function endOnSignal(app: NestExpressApplication, stopDatabase: () => Promise<void>): void {
  const idle = idleSockets(app.getHttpServer());
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    for (const socket of idle) socket.destroy();
    setTimeout(() => {
      app.getHttpServer().closeAllConnections();
    }, GRACE_MS).unref();
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

/** Connections without a request in progress: they would keep a server that is to end alive for ever. */
function idleSockets(server: Server): ReadonlySet<Socket> {
  const idle = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
  return idle;
}

/** The wildcard address is no address that a browser can open everywhere. */
function addressOf(app: NestExpressApplication, config: Config): string {
  if (config.publicUrl !== null) return config.publicUrl;
  const { port } = app.getHttpServer().address() as { port: number };
  const host = ['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}

function welcome(address: string, newKey: string | null, keyFile: string | null): string {
  const key = newKey ?? (keyFile !== null && existsSync(keyFile) ? `in ${keyFile}` : null);
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
