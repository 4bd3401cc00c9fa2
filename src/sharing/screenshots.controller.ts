import { Controller, Get, Param, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { NeedsScope } from '../auth/caller.js';
import { KeyOptional } from '../platform/http/public.decorator.js';
import { IdPipe } from '../platform/http/rules/ids.js';
import { streamedOnce } from '../platform/http/streamed.js';
import { privacyHeaders } from './privacy-headers.js';
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
    return this.answer(await this.screenshots.find(visit, id, 'viewport'), { request, response });
  }

  @Get('full-screenshot.webp')
  async full(
    @Visit() visit: ShareVisit,
    @Param('id', IdPipe) id: number,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile | undefined> {
    return this.answer(await this.screenshots.find(visit, id, 'full'), { request, response });
  }

  private async answer(
    screenshot: SharedScreenshot,
    exchange: { request: Request; response: Response },
  ): Promise<StreamableFile | undefined> {
    const image = await streamedOnce(screenshot, (shot) => this.screenshots.open(shot), exchange);
    exchange.response.set({ 'Content-Type': 'image/webp', ...privacyHeaders(screenshot) });
    return image;
  }
}
