import { Get, Param, Res, type StreamableFile } from '@nestjs/common';
import { type Response } from 'express';
import { NeedsScope } from '../../auth/caller.js';
import { IdPipe } from '../../platform/http/rules/ids.js';
import { streamed } from '../../platform/http/streamed.js';
import { ReportsService } from '../../reports/reports.service.js';
import { type ScreenshotKind } from '../../reports/screenshots/report-screenshot.entity.js';
import { SharedScreenshotsService } from '../../sharing/shared-screenshots.service.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { type ConsoleVisit, Visit } from '../sessions/console-visit.js';

/** Pictures of reports, which the session's cookie opens. */
@ConsoleController('reports/:id')
export class ConsoleScreenshotsController {
  constructor(
    private readonly reports: ReportsService,
    private readonly screenshots: SharedScreenshotsService,
  ) {}

  @Get('screenshot.webp')
  @NeedsScope('reports:read')
  viewport(
    @Visit() visit: ConsoleVisit,
    @Param('id', IdPipe) id: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    return this.image(visit, id, { kind: 'viewport', response });
  }

  @Get('full-screenshot.webp')
  @NeedsScope('reports:read')
  full(
    @Visit() visit: ConsoleVisit,
    @Param('id', IdPipe) id: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    return this.image(visit, id, { kind: 'full', response });
  }

  private async image(
    { caller, base }: ConsoleVisit,
    id: number,
    { kind, response }: { readonly kind: ScreenshotKind; readonly response: Response },
  ): Promise<StreamableFile> {
    const { website } = await this.reports.show(caller.account.id, id);
    const visitor = { accountId: caller.account.id, cookie: null };
    const shot = await this.screenshots.find({ token: website.shareToken, visitor, base }, id, kind);
    response.set({ 'Content-Type': 'image/webp', 'Content-Length': String(shot.sizeBytes) });
    return streamed(await this.screenshots.open(shot), response);
  }
}
