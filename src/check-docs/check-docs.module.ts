import { Module } from '@nestjs/common';
import { CheckDocsController } from './check-docs.controller.js';

@Module({ controllers: [CheckDocsController] })
export class CheckDocsModule {}
