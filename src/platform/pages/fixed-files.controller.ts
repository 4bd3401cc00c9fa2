import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { BaseUrl } from '../http/server/base-url.js';
import { Public } from '../http/public.decorator.js';
import { PathNotFound } from '../errors/http-errors.js';
import { accentStyle } from './accent.js';
import { BLANK_ICON, ICON, STYLE } from './style.js';

/** Their URLs contain their version. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Robots may fetch share pages: those that are not public say noindex themselves. */
const ROBOTS = 'User-agent: *\nDisallow: /api/\n';

/** Files that all pages use. */
@Public()
@ApiExcludeController()
@Controller()
export class FixedFilesController {
  @Get('style.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  @Header('Cache-Control', FOR_EVER)
  style(): string {
    return STYLE;
  }

  /** @throws PathNotFound */
  @Get('accents/:file')
  @Header('Content-Type', 'text/css; charset=utf-8')
  @Header('Cache-Control', FOR_EVER)
  accent(@Param('file') file: string): string {
    const [, digits] = /^([0-9a-f]{6})\.css$/.exec(file) ?? [];
    if (digits === undefined) throw new PathNotFound();
    return accentStyle(`#${digits}`);
  }

  @Get('icon.svg')
  @Header('Content-Type', 'image/svg+xml')
  @Header('Cache-Control', FOR_EVER)
  icon(): string {
    return ICON;
  }

  @Get('blank-icon.svg')
  @Header('Content-Type', 'image/svg+xml')
  @Header('Cache-Control', FOR_EVER)
  blankIcon(): string {
    return BLANK_ICON;
  }

  @Get('robots.txt')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=86400')
  robots(@BaseUrl() base: string): string {
    return `${ROBOTS}Sitemap: ${base}/sitemap.xml\n`;
  }
}
