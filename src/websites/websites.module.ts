import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeleteHiddenReportsJob } from './delete-hidden-reports.job.js';
import { DeletedWebsitesRepository } from './deleted-websites.repository.js';
import { ReportBlocksRepository } from './report-blocks.repository.js';
import { Website } from './website.entity.js';
import { WebsiteNumbersRepository } from './website-numbers.repository.js';
import { WebsitesController } from './websites.controller.js';
import { WebsitesRepository } from './websites.repository.js';
import { WebsitesService } from './websites.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Website])],
  controllers: [WebsitesController],
  providers: [
    WebsitesService,
    WebsitesRepository,
    WebsiteNumbersRepository,
    ReportBlocksRepository,
    DeletedWebsitesRepository,
    DeleteHiddenReportsJob,
  ],
  exports: [WebsitesRepository, WebsiteNumbersRepository, ReportBlocksRepository],
})
export class WebsitesModule {}
