import { Module } from '@nestjs/common';
import { UnmatchedController } from './unmatched.controller.js';

/** Must be imported last: Express tries routes in the order of their registration. */
@Module({ controllers: [UnmatchedController] })
export class UnmatchedModule {}
