import { applyDecorators, Controller, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../platform/http/public.decorator.js';
import { ConsoleFilter } from './console.filter.js';
import { FormInterceptor } from './forms/form.interceptor.js';
import { SessionGuard } from './sessions/session.guard.js';

/** A controller of screens, for people who are signed in.
 *  @param path below /console */
export function ConsoleController(path = ''): ClassDecorator {
  return applyDecorators(
    // Bearer keys open nothing here: the session's key counts.
    Public(),
    ApiExcludeController(),
    UseGuards(SessionGuard),
    UseInterceptors(FormInterceptor),
    UseFilters(ConsoleFilter),
    Controller(path === '' ? 'console' : `console/${path}`),
  );
}
