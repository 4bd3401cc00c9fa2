import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditLogModule } from '../account/audit-log/audit-log.module.js';
import { HttpModule } from '../platform/http/http.module.js';
import { DeleteWebsiteReportsJob } from './delete-website-reports.job.js';
import { ResumeDeletionsJob } from './resume-deletions.job.js';
import { DeletedWebsitesRepository } from './deleted-websites.repository.js';
import { DeletedWebsite } from './deleted-website.entity.js';
import { WebsiteDeletions } from './website-deletions.js';
import { WebsiteHistoryRepository } from './website-history.repository.js';
import { WebsiteDay } from './website-day.entity.js';
import { Website } from './website.entity.js';
import { WebsitesController } from './websites.controller.js';
import { WebsitesRepository } from './websites.repository.js';
import { WebsitesService } from './websites.service.js';

@Module({
  imports: [AuditLogModule, HttpModule, TypeOrmModule.forFeature([Website, WebsiteDay, DeletedWebsite])],
  controllers: [WebsitesController],
  providers: [
    WebsitesService,
    WebsitesRepository,
    WebsiteHistoryRepository,
    DeletedWebsitesRepository,
    DeleteWebsiteReportsJob,
    ResumeDeletionsJob,
    WebsiteDeletions,
  ],
  exports: [WebsitesRepository, WebsitesService, WebsiteDeletions],
})
export class WebsitesModule {}
