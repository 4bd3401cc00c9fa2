import { Controller, Get, Param, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { type Readable } from 'node:stream';
import { NeedsScope } from '../auth/needed-scope.js';
import { KeyOptional } from '../platform/http/public.decorator.js';
import { names } from '../platform/http/record/entity-tag.js';
import { IdPipe } from '../platform/http/rules/ids.js';
import { SharedScreenshotsService, type SharedScreenshot } from './shared-screenshots.service.js';
import { type ShareVisit } from './sharing.service.js';
import { Visit } from './visit.decorator.js';

/** Images of reports' pages, for those who may see the report's page. */
@KeyOptional()
@NeedsScope('reports:read')
@ApiExcludeController()
@Controller('s/:token/reports/:id')
export class ScreenshotsController {
  constructor(private readonly screenshots: SharedScreenshotsService) {}

  @Get('screenshot.webp')
  async viewport(
    @Visit() visit: ShareVisit,
    @Param('id', IdPipe) id: number,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile | undefined> {
    const screenshot = await this.screenshots.find(visit, id, 'viewport');
    return this.body(screenshot, request, response);
  }

  @Get('full-screenshot.webp')
  async full(
    @Visit() visit: ShareVisit,
    @Param('id', IdPipe) id: number,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile | undefined> {
    const screenshot = await this.screenshots.find(visit, id, 'full');
    return this.body(screenshot, request, response);
  }

  /** Sets the headers, and opens the image only if it is sent. */
  private async body(
    screenshot: SharedScreenshot,
    request: Request,
    response: Response,
  ): Promise<StreamableFile | undefined> {
    const { hash, sizeBytes, isPublic } = screenshot;
    const tag = `"${hash}"`;
    const isKnown = names(request.headers['if-none-match'] ?? '', tag);
    const isSent = !isKnown && request.method === 'GET';
    const bytes = isSent ? await this.screenshots.open(screenshot) : null;
    response.status(isKnown ? 304 : 200).set({
      'Content-Type': 'image/webp',
      'Content-Length': String(sizeBytes),
      ETag: tag,
      // Browsers ask again each time, so that privacy takes effect at once.
      'Cache-Control': isPublic ? 'public, no-cache' : 'private, no-cache',
      ...(!isPublic && { 'X-Robots-Tag': 'noindex, nofollow' }),
    });
    return bytes ? streamed(bytes, response) : undefined;
  }
}

/** If the image breaks off, so does the response: it must not look complete. */
function streamed(bytes: Readable, response: Response): StreamableFile {
  const file = new StreamableFile(bytes);
  return file.setErrorHandler((error) => {
    file.errorLogger(error);
    response.destroy();
  });
}
