import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { Admissions } from '../../auth/admissions.js';
import { type Caller } from '../../auth/caller.js';
import { bodyOf, queryOf } from '../../platform/http/input/input.js';
import { Public } from '../../platform/http/public.decorator.js';
import { html } from '../../platform/pages/html.js';
import { baseUrlOf } from '../../platform/http/server/base-url.js';
import { networkOf } from '../../platform/http/server/incoming-request.js';
import { ConsoleFilter } from '../console.filter.js';
import { seeOther } from '../forms/answers.js';
import { refusalOf, textOf } from '../forms/refusal.js';
import { requireOwnOrigin } from './own-origin.js';
import { signInPage, UNSAVED } from './sign-in-page.js';
import { nextAddress } from './next-address.js';
import { keepSignedIn, losesCookie, sessionCookieOf } from './session-cookie.js';
import { SessionsService } from './sessions.service.js';

const USED = 'This address has signed in already, or is older than 10 minutes. Sign in with a key.';

/** Begins sessions of the console. */
@Public()
@ApiExcludeController()
@UseFilters(ConsoleFilter)
@Controller('console/sign-in')
export class SignInController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly admissions: Admissions,
  ) {}

  @Get()
  async form(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    const { fields } = queryOf(request);
    const address = nextAddress(fields.next);
    const token = textOf(fields, 'token');
    // Links are followed with HEAD by programs that only look.
    if (token === '' || request.method !== 'GET') {
      if (await this.isSignedIn(request)) return seeOther(response, address);
      const done = textOf(fields, 'done');
      return signInPage({ next: address, fault: null, isUnsaved: UNSAVED in fields, done });
    }
    const cookie = await this.sessions.signInOnce(token);
    if (cookie === null) {
      if (await this.isSignedIn(request)) return seeOther(response, address);
      response.status(401);
      return signInPage({ next: address, fault: USED });
    }
    keepSignedIn(response, cookie);
    // Not a redirect: after a link on another site, browsers would send no cookie with it.
    response.set('Refresh', `0; url=${address}`);
    return signInPage({ next: address, fault: null });
  }

  private async isSignedIn(request: Request): Promise<boolean> {
    const cookie = sessionCookieOf(request);
    return cookie !== null && (await this.sessions.callerOf(cookie)) !== null;
  }

  @Post()
  async signIn(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    requireOwnOrigin(request);
    const { fields } = bodyOf(request);
    const address = nextAddress(fields.next);
    const key = textOf(fields, 'key').trim();
    if (losesCookie(request)) {
      response.status(403);
      const home = `${baseUrlOf(request)}/console`;
      const fault = html`Browsers keep a session of this console over https alone. Sign in at <a href="${home}">${home}</a>.`;
      return signInPage({ next: address, fault });
    }
    try {
      const admit = (caller: Caller) => this.admissions.admit(caller, request, response);
      const cookie = await this.sessions.signIn(key, { network: networkOf(request), admit });
      const earlier = sessionCookieOf(request);
      if (earlier !== null) await this.sessions.signOut(earlier);
      keepSignedIn(response, cookie);
    } catch (error) {
      const { sentence } = refusalOf(response, error);
      return signInPage({ next: address, fault: key === '' ? 'Enter a key.' : sentence });
    }
    return seeOther(response, address);
  }
}
