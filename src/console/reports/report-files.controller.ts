import { Get, Param, Req, Res, type StreamableFile } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { NeedsScope } from '../../auth/caller.js';
import { IdPipe } from '../../platform/http/rules/ids.js';
import { streamedOnce } from '../../platform/http/streamed.js';
import { ReportNotFound } from '../../reports/report-errors.js';
import { ReportsService } from '../../reports/reports.service.js';
import { answerHtml, answerWaiting, setPdfHeaders } from '../../sharing/files/file-answers.js';
import { ReportFilesService } from '../../sharing/files/report-files.service.js';
import { type ShareVisit } from '../../sharing/share-access.service.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { ConsoleVisit } from '../sessions/console-visit.js';

/** Viewers of browsers load the file into a page that has its headers. */
const PDF_POLICY = "frame-ancestors 'none'";

/** Reports' pages as files, which the session's cookie opens, also of private websites. */
@ConsoleController('reports/:id')
export class ConsoleReportFilesController {
  constructor(
    private readonly reports: ReportsService,
    private readonly files: ReportFilesService,
  ) {}

  @Get('report.html')
  @NeedsScope('reports:read')
  async html(
    @Req() request: Request,
    @Param('id', IdPipe) id: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const file = await this.files.html(await this.ownVisit(new ConsoleVisit(request, response), id), id);
    if ('lockedBy' in file) throw new ReportNotFound();
    return answerHtml(file, { request, response });
  }

  @Get('report.pdf')
  @NeedsScope('reports:read')
  async pdf(
    @Req() request: Request,
    @Param('id', IdPipe) id: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile | string | undefined> {
    const file = await this.files.pdf(await this.ownVisit(new ConsoleVisit(request, response), id), id);
    if ('lockedBy' in file) throw new ReportNotFound();
    const exchange = { request, response };
    if (!file.pdf) return answerWaiting(file, exchange);
    const bytes = await streamedOnce(file.pdf, (pdf) => this.files.open(pdf), exchange);
    setPdfHeaders(file, response);
    response.set('Content-Security-Policy', PDF_POLICY);
    return bytes;
  }

  /** A visit of the report's share page by its owner, to whom all is open. */
  private async ownVisit({ caller, base }: ConsoleVisit, id: number): Promise<ShareVisit> {
    const { website } = await this.reports.show(caller.account.id, id);
    return { token: website.shareToken, visitor: { accountId: caller.account.id, cookie: null }, base };
  }
}
