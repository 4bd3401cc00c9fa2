import { Controller, Get, Header, Inject, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { CHECKS, checkOf } from '../engine/audit/registry.js';
import { CONFIG, type Config } from '../platform/config/config.js';
import { Public } from '../platform/http/public.decorator.js';
import { BaseUrl } from '../platform/http/server/base-url.js';
import { PathNotFound } from '../platform/errors/http-errors.js';
import { AnswersFixedPage } from '../platform/pages/html-answer.js';
import { html } from '../platform/pages/html.js';
import { checkPage, checksPage } from './check-pages.js';
import { robotPage } from './robot-page.js';

const FIXED_PATHS = ['/', '/docs/robot', '/docs/checks', ...CHECKS.map(({ id }) => `/docs/checks/${id}`)];

/** Documentation of the checks; findings link to it. */
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

/** The page that the user agent names. */
@Public()
@ApiExcludeController()
@Controller('docs/robot')
export class RobotDocsController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get()
  @AnswersFixedPage()
  show(): string {
    return robotPage(this.config.hostConcurrency);
  }
}

/** Sitemap of the public pages.
 *  @see https://www.sitemaps.org/protocol.html */
@Public()
@ApiExcludeController()
@Controller('sitemap.xml')
export class SitemapController {
  @Get()
  @Header('Content-Type', 'application/xml; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=86400')
  sitemap(@BaseUrl() base: string): string {
    return html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${FIXED_PATHS.map((path) => html`<url><loc>${base + path}</loc></url>\n`)}</urlset>
`.text;
  }
}
