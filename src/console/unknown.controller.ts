import { Get, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { PathNotFound } from '../platform/errors/http-errors.js';
import { ConsoleController } from './console-controller.decorator.js';
import { seeOther } from './forms/answers.js';
import { isFormPath, shownPath } from './sessions/screen-before.js';

/** Addresses below /console that no other controller has: without a session they lead to the sign-in, too. */
@ConsoleController()
export class ConsoleUnknownController {
  /** A refused form stands at an address that only takes forms: opened again, it leads to the screen above.
   *  @throws PathNotFound */
  @Get('{*path}')
  refuse(@Req() request: Request, @Res({ passthrough: true }) response: Response): string {
    const { path } = request;
    if (!isFormPath(path, request)) throw new PathNotFound();
    return seeOther(response, shownPath(path, request));
  }
}
