import { type NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import { type RequestHandler } from 'express';
import helmet from 'helmet';
import { constants } from 'node:zlib';
import { AppModule } from './app.module.js';
import { type Config } from './platform/config/config.js';
import { PUBLIC_URL } from './platform/http/server/base-url.js';
import { answerBrokenRequests } from './platform/http/server/broken-requests.js';
import { allowOrigins } from './platform/http/server/cors.js';
import { JsonAdapter } from './platform/http/server/json-adapter.js';
import { serveDocs } from './platform/http/openapi/docs.js';
import {
  assignRequestId,
  requireOneHost,
  tolerateBrokenPath,
} from './platform/http/server/incoming-request.js';
import { WAIT_LIMIT } from './platform/http/handler-parameters.js';
import { DatabaseOutage } from './platform/database/database-outage.js';
import { ProblemFilter } from './platform/http/problems/problem.filter.js';
import {
  endSlowBodies,
  REQUEST_TIME_LIMITS,
  type RequestTimeLimits,
  serverOptionsFor,
} from './platform/http/server/slow-requests.js';
import { JsonLogger } from './platform/logging/json-logger.js';
import { logRequests } from './platform/logging/log-requests.js';

/** Express parses neither bodies nor queries; `http/input/` does, by the API's rules. What keeps the application from being
 *  made is thrown, and its starter prints it. */
const OPTIONS: NestApplicationOptions = { bodyParser: false, logger: false, abortOnError: false };

/** Longer than the keep-alive timeout of load balancers (60 s in deploy/haproxy.cfg), so that the server never closes a
 *  connection that they are about to use. */
const KEEP_ALIVE_MS = 75_000;

/** Creates the application, for production and tests alike. It does not listen or connect to the database yet. */
export async function createApp(
  config: Config,
  limits: RequestTimeLimits = REQUEST_TIME_LIMITS,
): Promise<NestExpressApplication> {
  const module = AppModule.with(config);
  const adapter = new JsonAdapter(serverOptionsFor(limits));
  const app = await NestFactory.create<NestExpressApplication>(module, adapter, OPTIONS);
  app.set('etag', false);
  app.set('query parser', false);
  app.set(PUBLIC_URL, config.publicUrl);
  app.set(WAIT_LIMIT, config.storeWaitSeconds);
  app.set('trust proxy', [...config.trustedProxies]);
  app.disable('x-powered-by');
  const filter = new ProblemFilter(app.get(DatabaseOutage));
  const answer = filter.answer.bind(filter);
  const logger = new JsonLogger(config.logLevel);
  app.use(assignRequestId);
  app.use(logRequests(logger.pino));
  app.use(requireOneHost(answer));
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  app.use(tolerateBrokenPath);
  app.use(compressPages());
  if (config.corsOrigins.length > 0) app.use(allowOrigins(config.corsOrigins));
  serveDocs(app);
  limitConnections(app, limits, answer);
  await app.init();
  app.useLogger(logger);
  return app;
}

function limitConnections(
  app: NestExpressApplication,
  { bodyMs }: RequestTimeLimits,
  answer: ProblemFilter['answer'],
): void {
  const server = app.getHttpServer();
  answerBrokenRequests(server);
  endSlowBodies(server, bodyMs, answer);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
}

/** Compresses pages, but not API responses, which are small and frequent. Of a list screen, the library's own quality takes
 *  0.30 ms of CPU, this one 0.11 ms, for 15 % more bytes. */
function compressPages(): RequestHandler {
  const compress = compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } } });
  return (request, response, next) => {
    if (/^\/(api|health)\//.test(request.url)) next();
    else compress(request, response, next);
  };
}
