import { Logger } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type Server } from 'node:http';
import { type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Readiness } from './health/readiness.js';
import { JobRunner } from './queue/job-runner.js';

/** After draining; what is under way then is cut off. Within it the jobs have ended, too. */
const GRACE_MS = 20_000;
/** After draining; the process ends then, whatever hangs. */
const LIMIT_MS = 25_000;

/** Ends the process in order. On SIGTERM it is no longer ready, but serves on until load balancers have noticed;
 *  on SIGINT nobody has to. No job is begun; those under way are finished or given back. */
export function endOnSignal(
  app: NestExpressApplication,
  { stopDatabase, drainSeconds }: { stopDatabase: () => Promise<void>; drainSeconds: number },
): void {
  const idle = idleSockets(app.getHttpServer());
  let isEnding = false;
  const end = async (drainMs: number) => {
    setTimeout(endNow, drainMs + LIMIT_MS).unref();
    app.get(Readiness).drain();
    const worked = app.get(JobRunner).stop();
    await sleep(drainMs);
    for (const socket of idle) socket.destroy();
    setTimeout(() => {
      app.getHttpServer().closeAllConnections();
    }, GRACE_MS).unref();
    await worked;
    await app.close();
    await stopDatabase();
  };
  const endOnce = (drainMs: number) => {
    if (isEnding) return;
    isEnding = true;
    end(drainMs).then(
      () => process.exit(0),
      (error: unknown) => {
        new Logger('Server').error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => {
    endOnce(drainSeconds * 1000);
  });
  process.on('SIGINT', () => {
    endOnce(0);
  });
}

function endNow(): never {
  const seconds = String(LIMIT_MS / 1000);
  process.stderr.write(
    `Pagegrade could not end in order within ${seconds} s. What still ran is done again by others.\n`,
  );
  process.exit(1);
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
