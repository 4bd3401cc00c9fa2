import { Get } from '@nestjs/common';
import { PathNotFound } from '../platform/errors/http-errors.js';
import { ConsoleController } from './console-controller.decorator.js';

/** Addresses below /console that no other controller has: without a session they lead to the sign-in, too. */
@ConsoleController()
export class ConsoleUnknownController {
  /** @throws PathNotFound */
  @Get('{*path}')
  refuse(): never {
    throw new PathNotFound();
  }
}
