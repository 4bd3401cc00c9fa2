import { Controller, Get, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { AnswersFixedPage } from '../../pages/html-answer.js';
import { html } from '../../pages/html.js';
import { htmlPage } from '../../pages/html-page.js';
import { Public } from '../public.decorator.js';
import { PathNotFound } from '../../errors/http-errors.js';
import { isProblemCode, PROBLEM_TYPES } from '../../errors/problems.js';

/** The pages that `type` of a problem links to. */
@Public()
@ApiExcludeController()
@Controller('problems')
export class ProblemsController {
  @Get(':slug')
  @AnswersFixedPage()
  page(@Param('slug') slug: string): string {
    const code = slug.replaceAll('-', '_');
    if (!isProblemCode(code)) throw new PathNotFound();
    const { status, title, meaning, remedy } = PROBLEM_TYPES[code];
    return htmlPage({
      title,
      description: `HTTP status ${String(status)}: ${meaning} ${remedy}`.slice(0, 155),
      main: html`<p class="quiet">HTTP status ${status}, code <code>${code}</code></p>
<p>${meaning}</p>
<h2>What to do</h2>
<p>${remedy}</p>
`,
    });
  }
}
