import { Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { BaseUrl } from '../http/server/base-url.js';
import { Public } from '../http/public.decorator.js';
import { PathNotFound } from '../errors/http-errors.js';
import { accentStyle } from './accent.js';
import { BLANK_ICON, BLANK_ICON_PATH, ICON, ICON_PATH, STYLE, STYLE_PATH } from './style.js';

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
  style(@Req() request: Request, @Res({ passthrough: true }) response: Response): string {
    setCaching(request, response, STYLE_PATH);
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
  icon(@Req() request: Request, @Res({ passthrough: true }) response: Response): string {
    setCaching(request, response, ICON_PATH);
    return ICON;
  }

  @Get('blank-icon.svg')
  @Header('Content-Type', 'image/svg+xml')
  blankIcon(@Req() request: Request, @Res({ passthrough: true }) response: Response): string {
    setCaching(request, response, BLANK_ICON_PATH);
    return BLANK_ICON;
  }

  @Get('robots.txt')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=86400')
  robots(@BaseUrl() base: string): string {
    return `${ROBOTS}Sitemap: ${base}/sitemap.xml\n`;
  }
}

/** During a rolling upgrade, pages of one version request files from a process of another. Caches must not keep those under
 *  an address that is not theirs. */
function setCaching({ originalUrl }: Request, response: Response, path: string): void {
  response.set('Cache-Control', originalUrl === path ? FOR_EVER : 'no-cache');
}
