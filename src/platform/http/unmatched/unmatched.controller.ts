import { All, Controller, Inject, Req, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { Public } from '../public.decorator.js';
import { MalformedRequest, MethodNotAllowed, PathNotFound } from '../../errors/http-errors.js';
import { IgnoredInput } from '../input/ignored-input.decorator.js';
import { hasBrokenPath } from '../server/incoming-request.js';
import { methodsAt, type Router } from './route-methods.js';

/** Handles what no other route does: OPTIONS, unsupported methods, unknown paths. Below /api the key is checked first,
 *  as everywhere. */
@ApiExcludeController()
@IgnoredInput()
@Controller()
export class UnmatchedController {
  constructor(@Inject(HttpAdapterHost) private readonly host: HttpAdapterHost) {}

  @All('api/{*path}')
  api(@Req() request: Request, @Res() response: Response): void {
    this.answer(request, response);
  }

  @Public()
  @All('{*path}')
  elsewhere(@Req() request: Request, @Res() response: Response): void {
    this.answer(request, response);
  }

  private answer(request: Request, response: Response): void {
    if (hasBrokenPath(request)) throw new MalformedRequest('The path is not valid percent-encoded UTF-8.');
    const { router } = this.host.httpAdapter.getInstance<{ router: Router }>();
    const allowed = methodsAt(router, request.path);
    if (allowed.length === 0) throw new PathNotFound();
    if (request.method !== 'OPTIONS') throw new MethodNotAllowed(allowed);
    response.status(204).setHeader('Allow', allowed.join(', ')).end();
  }
}
