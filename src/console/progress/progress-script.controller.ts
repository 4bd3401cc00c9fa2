import { Get, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { ConsoleController } from '../console-controller.decorator.js';
import { PROGRESS_SCRIPT, PROGRESS_SCRIPT_FILE } from './progress-script.js';

@ConsoleController()
export class ProgressScriptController {
  /** Its name changes with its content. During a rolling upgrade, a screen of one version requests it from a process of
   *  another. */
  @Get('progress-:digest.js')
  script(@Req() { path }: Request, @Res({ passthrough: true }) response: Response): string {
    const isOwn = path.endsWith(`/${PROGRESS_SCRIPT_FILE}`);
    response.set({
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': isOwn ? 'private, max-age=31536000, immutable' : 'no-store',
    });
    return PROGRESS_SCRIPT;
  }
}
