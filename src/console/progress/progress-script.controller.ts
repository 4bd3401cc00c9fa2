import { Get, Res } from '@nestjs/common';
import { type Response } from 'express';
import { ConsoleController } from '../console-controller.decorator.js';
import { PROGRESS_SCRIPT, PROGRESS_SCRIPT_FILE } from './progress-script.js';

@ConsoleController()
export class ProgressScriptController {
  /** Its name changes with its content. */
  @Get(PROGRESS_SCRIPT_FILE)
  script(@Res({ passthrough: true }) response: Response): string {
    response.set({
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'private, max-age=31536000, immutable',
    });
    return PROGRESS_SCRIPT;
  }
}
