import { Module } from '@nestjs/common';
import { CheckDocsController, SitemapController } from './check-docs.controller.js';

@Module({ controllers: [CheckDocsController, SitemapController] })
export class CheckDocsModule {}
