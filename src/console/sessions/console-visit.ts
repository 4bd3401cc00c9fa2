import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { type Actor, actorOf } from '../../auth/actor.js';
import { contextOf, type RequestContext } from '../../platform/http/handler-parameters.js';
import { bodyOf, type Fields, queryOf } from '../../platform/http/input/input.js';
import { baseUrlOf, resourcePathOf } from '../../platform/http/server/base-url.js';
import { seeOther } from '../forms/answers.js';
import { type Refusal, refusalOf } from '../forms/refusal.js';
import { listAddress } from './next-address.js';
import { screenBefore } from './screen-before.js';
import { forgetSignIn } from './session-cookie.js';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the only way to extend Express's Request
  namespace Express {
    interface Request {
      /** Of the session; set by the console's guard. */
      formToken: string;
    }
  }
}

/** Who looks at a screen, and how it is answered besides its page. */
export class ConsoleVisit {
  readonly caller: Actor;
  readonly context: RequestContext;
  /** For the forms of this session. */
  readonly formToken: string;
  /** Base of absolute links, without a trailing slash. */
  readonly base: string;
  /** Of the screen. */
  readonly path: string;
  /** What the last form did, as a code; null: no form was sent. */
  readonly done: string | null;

  constructor(
    private readonly request: Request,
    private readonly response: Response,
  ) {
    const { done } = queryOf(request).fields;
    this.caller = actorOf(request);
    this.context = contextOf(request, response);
    this.formToken = request.formToken;
    this.base = baseUrlOf(request);
    this.path = resourcePathOf(request);
    this.done = typeof done === 'string' ? done : null;
  }

  /** Address of the page of a list that led here, or to the question that the form answers.
   *  @param list path of its first page, where another screen led here */
  listBefore(list: string): string {
    const { request } = this;
    const { next } = request.method === 'POST' ? bodyOf(request).fields : queryOf(request).fields;
    return listAddress(next ?? screenBefore(request), list);
  }

  /** Leads to the screen that shows what a form did.
   *  @param done code of the sentence that it shows
   *  @returns its body */
  seeOther(path: string, done?: string): string {
    return seeOther(this.response, path, done);
  }

  /** Leads to the sign-in, which shows what a form did, once the session has ended.
   *  @param done code of the sentence that it shows
   *  @returns its body */
  signOut(done: string): string {
    forgetSignIn(this.response);
    return seeOther(this.response, '/console/sign-in', done);
  }

  /** Why a form is shown again, with the status and headers of the refusal.
   *  @throws the error if it is no refusal */
  refusalOf(error: unknown, typed: Fields = {}): Refusal {
    return refusalOf(this.response, error, typed);
  }
}

/** The {@link ConsoleVisit}. */
export const Visit = createParamDecorator((_: unknown, context: ExecutionContext): ConsoleVisit => {
  const http = context.switchToHttp();
  return new ConsoleVisit(http.getRequest<Request>(), http.getResponse<Response>());
});
