import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { html, htmlPage } from './pages/html.js';
import { Public } from './public.decorator.js';
import { PathNotFound } from './http-errors.js';
import { isProblemCode, PROBLEM_TYPES } from './problems.js';

/** The pages that `type` of a problem links to. */
@Public()
@ApiExcludeController()
@Controller('problems')
export class ProblemsController {
  @Get(':slug')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=3600')
  page(@Param('slug') slug: string): string {
    const code = slug.replaceAll('-', '_');
    if (!isProblemCode(code)) throw new PathNotFound();
    const { status, title, meaning, remedy } = PROBLEM_TYPES[code];
    return htmlPage({
      title,
      description: meaning,
      main: html`<p class="quiet">HTTP status ${status}, code <code>${code}</code></p>
<p>${meaning}</p>
<h2>What to do</h2>
<p>${remedy}</p>
`,
    });
  }
}
