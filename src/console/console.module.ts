import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/auth.module.js';
import { HttpModule } from '../platform/http/http.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { SharingModule } from '../sharing/sharing.module.js';
import { WebsitesModule } from '../websites/websites.module.js';
import { ConsoleComparisonController } from './comparison.controller.js';
import { ConsoleHomeController } from './home.controller.js';
import { ConsoleReportsController } from './reports.controller.js';
import { ScoreResults } from './score-results.js';
import { ConsoleScreenshotsController } from './screenshots.controller.js';
import { ConsoleSession } from './sessions/console-session.entity.js';
import { ConsoleSessionsRepository } from './sessions/console-sessions.repository.js';
import { ForgetSessionsJob } from './sessions/forget-sessions.job.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SignInController } from './sessions/sign-in.controller.js';
import { SignInToken } from './sessions/sign-in-token.entity.js';
import { SignInTokensRepository } from './sessions/sign-in-tokens.repository.js';
import { SignOutController } from './sessions/sign-out.controller.js';
import { ConsoleWebsitesController } from './websites.controller.js';

/** Screens for people, over the services of the API. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ConsoleSession, SignInToken]),
    AuthModule,
    HttpModule,
    ReportsModule,
    SharingModule,
    WebsitesModule,
  ],
  controllers: [
    SignInController,
    SignOutController,
    ConsoleHomeController,
    ConsoleReportsController,
    ConsoleScreenshotsController,
    ConsoleComparisonController,
    ConsoleWebsitesController,
  ],
  providers: [
    SessionsService,
    ConsoleSessionsRepository,
    SignInTokensRepository,
    ForgetSessionsJob,
    ScoreResults,
  ],
  exports: [SessionsService],
})
export class ConsoleModule {}
