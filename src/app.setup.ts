import { type NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import { Logger } from 'nestjs-pino';
import { AppModule } from './app.module.js';
import { type Config } from './config/config.js';
import { type AuditThreadsOptions } from './grading/audit-threads.js';
import { answerBrokenRequests } from './http/broken-requests.js';
import { allowOrigins } from './http/cors.js';
import { serveDocs } from './http/openapi/docs.js';
import { tolerateBrokenPath } from './http/path-encoding.js';
import { assignRequestId } from './http/request-id.js';

/** Express reads no body and no query by itself: the contract's rules for both are kept elsewhere. */
const OPTIONS: NestApplicationOptions = { bodyParser: false, logger: ['error', 'warn'], abortOnError: false };

/** The application as it runs and as it is tested, not yet listening and not yet connected to its database. */
export async function createApp(
  config: Config,
  threads?: AuditThreadsOptions,
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(config, threads), OPTIONS);
  app.set('etag', false);
  app.set('query parser', false);
  app.set('trust proxy', [...config.trustedProxies]);
  app.disable('x-powered-by');
  app.use(assignRequestId);
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  app.use(tolerateBrokenPath);
  if (config.corsOrigins.length > 0) app.use(allowOrigins(config.corsOrigins));
  serveDocs(app);
  answerBrokenRequests(app.getHttpServer());
  await app.init();
  app.useLogger(app.get(Logger));
  return app;
}
