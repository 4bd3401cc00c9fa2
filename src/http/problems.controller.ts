import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
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
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Pagegrade problem ${String(status)}</title>
</head>
<body>
<main>
<h1>${title}</h1>
<p>HTTP status ${String(status)}, code <code>${code}</code></p>
<p>${meaning}</p>
<h2>What to do</h2>
<p>${remedy}</p>
<p><a href="/docs">API documentation</a></p>
</main>
</body>
</html>
`;
  }
}
