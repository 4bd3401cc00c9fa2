import { Controller, Get, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { NeedsScope } from '../../auth/caller.js';
import { KeyOptional } from '../../platform/http/public.decorator.js';
import { IdPipe } from '../../platform/http/rules/ids.js';
import { streamedOnce } from '../../platform/http/streamed.js';
import { HIDDEN_PAGE_HEADERS } from '../../platform/pages/html-answer.js';
import { PDF_SECONDS, waitingPage } from '../pages/waiting-page.js';
import { privacyHeaders } from '../privacy-headers.js';
import { answerLocked } from '../share-body.js';
import { type SharePageVisit, Visit } from '../visit.decorator.js';
import { type FileFacts, ReportFilesService } from './report-files.service.js';

/** Nothing in the file runs, also where a browser shows it. */
const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

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
    visit.exchange.response.set({
      ...headersOf(file, 'attachment', 'html'),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': FILE_POLICY,
    });
    return file.markup;
  }

  @Get('report.pdf')
  async pdf(@Visit() visit: SharePageVisit, @Param('id', IdPipe) id: number): Promise<unknown> {
    const file = await this.files.pdf(visit, id);
    if ('lockedBy' in file) return answerLocked(file, visit.exchange);
    if (!file.pdf) return answerWaiting(file, visit.exchange);
    const bytes = await streamedOnce(file.pdf, (pdf) => this.files.open(pdf), visit.exchange);
    visit.exchange.response.set({ ...headersOf(file, 'inline', 'pdf'), 'Content-Type': 'application/pdf' });
    return bytes;
  }
}

function headersOf(
  { name, isPublic }: FileFacts,
  disposition: 'attachment' | 'inline',
  extension: string,
): Record<string, string> {
  return {
    'Content-Disposition': `${disposition}; filename="${name}.${extension}"`,
    Vary: 'Accept',
    ...privacyHeaders({ isPublic }),
  };
}

/** A page that reloads, or for other clients a line of text. */
function answerWaiting({ brand }: FileFacts, { request, response }: SharePageVisit['exchange']): string {
  const seconds = String(PDF_SECONDS);
  response.status(202).set({ ...HIDDEN_PAGE_HEADERS, 'Retry-After': seconds, Vary: 'Accept' });
  if (request.accepts(['text', 'html']) === 'html') {
    response.set('Refresh', seconds);
    return waitingPage(brand);
  }
  response.type('text/plain');
  return `The PDF is being made. Request it again in ${seconds} seconds.\n`;
}
