import { type NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import { type RequestHandler } from 'express';
import helmet from 'helmet';
import { Logger } from 'nestjs-pino';
import { AppModule } from './app.module.js';
import { type Config } from './config/config.js';
import { type AuditThreadsOptions } from './grading/audit-threads.js';
import { answerBrokenRequests } from './http/broken-requests.js';
import { allowOrigins } from './http/cors.js';
import { JsonAdapter } from './http/json-adapter.js';
import { serveDocs } from './http/openapi/docs.js';
import { tolerateBrokenPath } from './http/path-encoding.js';
import { ProblemFilter } from './http/problem.filter.js';
import { assignRequestId } from './http/request-id.js';
import {
  endSlowBodies,
  REQUEST_TIME_LIMITS,
  type RequestTimeLimits,
  serverOptionsFor,
} from './http/slow-requests.js';
import { Readiness } from './health/readiness.js';

/** Express reads no body and no query by itself: the contract's rules for both are kept elsewhere. */
const OPTIONS: NestApplicationOptions = { bodyParser: false, logger: ['error', 'warn'], abortOnError: false };

/** Longer than load balancers keep idle connections, so that it is never we who close one that they are about to
 *  use. deploy/haproxy.cfg keeps them for 60 s. */
const KEEP_ALIVE_MS = 75_000;

/** The application as it runs and as it is tested, not yet listening and not yet connected to its database. */
export async function createApp(
  config: Config,
  threads?: AuditThreadsOptions,
  limits: RequestTimeLimits = REQUEST_TIME_LIMITS,
): Promise<NestExpressApplication> {
  const module = AppModule.with(config, threads);
  const adapter = new JsonAdapter(serverOptionsFor(limits));
  const app = await NestFactory.create<NestExpressApplication>(module, adapter, OPTIONS);
  app.set('etag', false);
  app.set('query parser', false);
  app.set('trust proxy', [...config.trustedProxies]);
  app.disable('x-powered-by');
  app.use(assignRequestId);
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  app.use(tolerateBrokenPath);
  app.use(compressPages());
  if (config.corsOrigins.length > 0) app.use(allowOrigins(config.corsOrigins));
  app.use(closeWhileDraining(app.get(Readiness)));
  serveDocs(app);
  limitConnections(app, config, limits);
  await app.init();
  app.useLogger(app.get(Logger));
  return app;
}

function limitConnections(app: NestExpressApplication, config: Config, { bodyMs }: RequestTimeLimits): void {
  const server = app.getHttpServer();
  const filter = new ProblemFilter(config);
  answerBrokenRequests(server);
  endSlowBodies(server, bodyMs, (error, request, response) => {
    filter.answer(error, request, response);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
}

/** Has clients open new connections, which load balancers lead elsewhere. */
function closeWhileDraining(readiness: Readiness): RequestHandler {
  return (_request, response, next) => {
    if (readiness.isDraining) response.setHeader('Connection', 'close');
    next();
  };
}

/** Pages are compressed, the API's answers are not: they are small, and made by the thousand. */
function compressPages(): RequestHandler {
  const compress = compression();
  return (request, response, next) => {
    if (/^\/(api|health)\//.test(request.url)) next();
    else compress(request, response, next);
  };
}
