import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Website } from './website.entity.js';
import { WebsitesController } from './websites.controller.js';
import { WebsitesRepository } from './websites.repository.js';
import { WebsitesService } from './websites.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Website])],
  controllers: [WebsitesController],
  providers: [WebsitesService, WebsitesRepository],
  exports: [WebsitesRepository],
})
export class WebsitesModule {}
