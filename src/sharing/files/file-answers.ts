import { type Response } from 'express';
import { HIDDEN_PAGE_HEADERS } from '../../platform/pages/html-answer.js';
import { type Awaited, PDF_SECONDS, waitingPage } from '../pages/waiting-page.js';
import { type SharePageVisit } from '../visit.decorator.js';
import { type FileFacts, type HtmlFile } from './report-files.service.js';

type Exchange = SharePageVisit['exchange'];

/** Nothing in the file runs, also where a browser shows it. */
const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** Sends a report as an HTML file, once the report is complete.
 *  @returns the markup, to be sent */
export function answerHtml(file: HtmlFile & FileFacts, exchange: Exchange): string {
  if (file.markup === null) return answerWaiting(file, exchange, 'report');
  exchange.response.vary('Accept').set({
    'Content-Disposition': dispositionOf(file, 'attachment', 'html'),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': FILE_POLICY,
  });
  return file.markup;
}

export function setPdfHeaders(file: FileFacts, response: Response): void {
  response.vary('Accept').set({
    'Content-Disposition': dispositionOf(file, 'inline', 'pdf'),
    'Content-Type': 'application/pdf',
  });
}

/** A page that reloads, or for other clients a line of text. */
export function answerWaiting(
  { brand }: FileFacts,
  { request, response }: Exchange,
  awaited: Awaited = 'PDF',
): string {
  const seconds = String(PDF_SECONDS);
  response
    .status(202)
    .set({ ...HIDDEN_PAGE_HEADERS, 'Retry-After': seconds })
    .vary('Accept');
  if (request.accepts(['text', 'html']) === 'html') {
    response.set('Refresh', seconds);
    return waitingPage(brand, awaited);
  }
  response.type('text/plain');
  return `The ${awaited} is being made. Request it again in ${seconds} seconds.\n`;
}

function dispositionOf({ name }: FileFacts, disposition: 'attachment' | 'inline', extension: string): string {
  return `${disposition}; filename="${name}.${extension}"`;
}
