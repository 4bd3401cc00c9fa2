import { Get, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { ConsoleController } from '../console-controller.decorator.js';
import { CONSOLE_SCRIPT, CONSOLE_SCRIPT_FILE } from './console-script.js';

@ConsoleController()
export class ConsoleScriptController {
  /** Its name changes with its content. During a rolling upgrade, a screen of one version requests it from a process of
   *  another. */
  @Get('console-:digest.js')
  script(@Req() { path }: Request, @Res({ passthrough: true }) response: Response): string {
    const isOwn = path.endsWith(`/${CONSOLE_SCRIPT_FILE}`);
    response.set({
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': isOwn ? 'private, max-age=31536000, immutable' : 'no-store',
    });
    return CONSOLE_SCRIPT;
  }
}
