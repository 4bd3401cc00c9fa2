import { Module } from '@nestjs/common';
import { UnmatchedController } from './unmatched.controller.js';

/** Imported last: Express asks routes in the order in which they were registered. */
@Module({ controllers: [UnmatchedController] })
export class UnmatchedModule {}
