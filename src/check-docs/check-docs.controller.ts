import { Controller, Get, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { checkOf } from '../audit/registry.js';
import { PathNotFound } from '../http/http-errors.js';
import { AnswersFixedPage } from '../http/pages/html-answer.js';
import { Public } from '../http/public.decorator.js';
import { checkPage, checksPage } from './check-pages.js';

/** What each check means, for people; findings link here. */
@Public()
@ApiExcludeController()
@Controller('docs/checks')
export class CheckDocsController {
  @Get()
  @AnswersFixedPage()
  list(): string {
    return checksPage();
  }

  @Get(':id')
  @AnswersFixedPage()
  show(@Param('id') id: string): string {
    const check = checkOf(id);
    if (!check) throw new PathNotFound();
    return checkPage(check);
  }
}
