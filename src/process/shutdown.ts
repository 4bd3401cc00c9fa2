import { Logger } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type Server } from 'node:http';
import { type Socket } from 'node:net';
import { Readiness } from '../platform/health/readiness.js';
import { elapses } from '../basics/elapses.js';
import { counted } from '../basics/quantities.js';
import { JobRunner } from '../platform/queue/job-runner.js';

/** Time after draining until open connections are closed. By then the jobs have ended too. */
const GRACE_MS = 20_000;
/** Time after draining until the process exits, even if something hangs: jobs take up to 23 s, and a statement that a
 *  frozen database keeps 4.5 s, from the moment at which jobs were told to stop. */
const LIMIT_MS = 28_000;
/** A SIGINT so soon after the first is the same one: npm passes on what the terminal has sent to both. */
const SAME_SIGNAL_MS = 500;

/** Shuts down gracefully on SIGTERM, SIGINT and SIGHUP (its terminal was closed). On SIGTERM, readiness fails but requests
 *  are still served for `drainSeconds`, until load balancers have noticed. No new jobs start; running ones are finished or
 *  returned to the queue: at once on another SIGINT, which also closes all connections. */
export function shutDownOnSignal(
  app: NestExpressApplication,
  { stopDatabase, drainSeconds }: { stopDatabase: () => Promise<void>; drainSeconds: number },
): void {
  const idle = idleSockets(app.getHttpServer());
  const hastened = new AbortController();
  let startedAtMs: number | null = null;
  const shutDown = async (drainMs: number) => {
    let awaited = 'running jobs';
    setTimeout(() => {
      exitNow(awaited);
    }, drainMs + LIMIT_MS).unref();
    app.get(Readiness).drain();
    closeAfterResponses(app.getHttpServer());
    const jobs = app.get(JobRunner);
    const jobsEnded = jobs.stop();
    hastened.signal.addEventListener('abort', () => {
      jobs.hasten();
      app.getHttpServer().closeAllConnections();
    });
    await elapses(drainMs, hastened.signal);
    for (const socket of idle) socket.destroy();
    setTimeout(() => {
      app.getHttpServer().closeAllConnections();
    }, GRACE_MS).unref();
    await jobsEnded;
    awaited = 'open connections, its own or those to PostgreSQL';
    await app.close();
    awaited = 'the embedded PostgreSQL';
    await stopDatabase();
  };
  const logger = new Logger('Server');
  const shutDownOnce = (signal: string, drainS: number) => {
    if (startedAtMs !== null) {
      const isAnother = signal === 'SIGINT' && performance.now() - startedAtMs > SAME_SIGNAL_MS;
      if (isAnother && !hastened.signal.aborted) {
        logger.log('Received SIGINT again: what is running is broken off, and audits run again later.');
        hastened.abort();
      }
      return;
    }
    startedAtMs = performance.now();
    const drain = drainS === 0 ? '' : ` Requests are served for ${counted(drainS, 'more second')}.`;
    const hint = signal === 'SIGINT' ? ' Another SIGINT (Ctrl+C) breaks off what is running.' : '';
    logger.log(`Received ${signal}, shutting down.${drain}${hint}`);
    shutDown(drainS * 1000).then(
      () => {
        logger.log('Pagegrade has stopped.');
        process.exit(0);
      },
      (error: unknown) => {
        logger.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => {
    shutDownOnce('SIGTERM', drainSeconds);
  });
  for (const signal of ['SIGINT', 'SIGHUP'])
    process.on(signal, () => {
      shutDownOnce(signal, 0);
    });
}

function exitNow(awaited: string): never {
  const seconds = String(LIMIT_MS / 1000);
  process.stderr.write(
    `Pagegrade did not shut down within ${seconds} s, waiting for ${awaited}, and exits now. Other workers retry its unfinished audits.\n`,
  );
  process.exit(1);
}

/** Makes clients reconnect; load balancers send them to other processes. */
function closeAfterResponses(server: Server): void {
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
}

/** Connections without a request in progress. They would keep the server from closing. */
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
