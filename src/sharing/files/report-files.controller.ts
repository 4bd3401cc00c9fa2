import { Controller, Get, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { NeedsScope } from '../../auth/caller.js';
import { KeyOptional } from '../../platform/http/public.decorator.js';
import { IdPipe } from '../../platform/http/rules/ids.js';
import { streamedOnce } from '../../platform/http/streamed.js';
import { privacyHeaders } from '../privacy-headers.js';
import { answerLocked } from '../share-body.js';
import { type SharePageVisit, Visit } from '../visit.decorator.js';
import { answerHtml, answerWaiting, setPdfHeaders } from './file-answers.js';
import { ReportFilesService } from './report-files.service.js';

/** Reports' pages as files, for those who may see the page. */
@KeyOptional()
@NeedsScope('reports:read')
@ApiExcludeController()
@Controller('s/:token/reports/:id')
export class ReportFilesController {
  constructor(private readonly files: ReportFilesService) {}

  @Get('report.html')
  async html(@Visit() visit: SharePageVisit, @Param('id', IdPipe) id: number): Promise<unknown> {
    const file = await this.files.html(visit, id);
    if ('lockedBy' in file) return answerLocked(file, visit.exchange);
    visit.exchange.response.set(privacyHeaders(file));
    return answerHtml(file, visit.exchange);
  }

  @Get('report.pdf')
  async pdf(@Visit() visit: SharePageVisit, @Param('id', IdPipe) id: number): Promise<unknown> {
    const file = await this.files.pdf(visit, id);
    if ('lockedBy' in file) return answerLocked(file, visit.exchange);
    if (!file.pdf) return answerWaiting(file, visit.exchange);
    const bytes = await streamedOnce(file.pdf, (pdf) => this.files.open(pdf), visit.exchange);
    setPdfHeaders(file, visit.exchange.response);
    visit.exchange.response.set(privacyHeaders(file));
    return bytes;
  }
}
