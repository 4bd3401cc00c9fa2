import { Controller, Get, Param, type StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { NeedsScope } from '../auth/caller.js';
import { KeyOptional } from '../platform/http/public.decorator.js';
import { IdPipe } from '../platform/http/rules/ids.js';
import { streamedOnce } from '../platform/http/streamed.js';
import { privacyHeaders } from './privacy-headers.js';
import { SharedScreenshotsService, type SharedScreenshot } from './shared-screenshots.service.js';
import { type SharePageVisit, Visit } from './visit.decorator.js';

/** Images of reports' pages, for those who may see the report's page. */
@KeyOptional()
@NeedsScope('reports:read')
@ApiExcludeController()
@Controller('s/:token/reports/:id')
export class ScreenshotsController {
  constructor(private readonly screenshots: SharedScreenshotsService) {}

  @Get('screenshot.webp')
  async viewport(
    @Visit() visit: SharePageVisit,
    @Param('id', IdPipe) id: number,
  ): Promise<StreamableFile | undefined> {
    return this.answer(await this.screenshots.find(visit, id, 'viewport'), visit);
  }

  @Get('full-screenshot.webp')
  async full(
    @Visit() visit: SharePageVisit,
    @Param('id', IdPipe) id: number,
  ): Promise<StreamableFile | undefined> {
    return this.answer(await this.screenshots.find(visit, id, 'full'), visit);
  }

  private async answer(
    screenshot: SharedScreenshot,
    { exchange }: SharePageVisit,
  ): Promise<StreamableFile | undefined> {
    const image = await streamedOnce(screenshot, (shot) => this.screenshots.open(shot), exchange);
    exchange.response.set({ 'Content-Type': 'image/webp', ...privacyHeaders(screenshot) });
    return image;
  }
}
