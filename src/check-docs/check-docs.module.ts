import { Module } from '@nestjs/common';
import { CheckDocsController, RobotDocsController, SitemapController } from './check-docs.controller.js';

@Module({ controllers: [CheckDocsController, RobotDocsController, SitemapController] })
export class CheckDocsModule {}
