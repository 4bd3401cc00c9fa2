import { Post, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { ConsoleController } from '../console-controller.decorator.js';
import { seeOther } from '../forms/answers.js';
import { forgetSignIn, sessionCookieOf } from './session-cookie.js';
import { SessionsService } from './sessions.service.js';
import { SIGNED_OUT } from './sign-in-page.js';

/** Ends sessions of the console. */
@ConsoleController('sign-out')
export class SignOutController {
  constructor(private readonly sessions: SessionsService) {}

  @Post()
  async signOut(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    await this.sessions.signOut(sessionCookieOf(request) ?? '');
    forgetSignIn(response);
    return seeOther(response, '/console/sign-in', SIGNED_OUT);
  }
}
