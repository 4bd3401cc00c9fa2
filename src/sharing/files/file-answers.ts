import { type Response } from 'express';
import { HIDDEN_PAGE_HEADERS } from '../../platform/pages/html-answer.js';
import { PDF_SECONDS, waitingPage } from '../pages/waiting-page.js';
import { type SharePageVisit } from '../visit.decorator.js';
import { type FileFacts, type HtmlFile } from './report-files.service.js';

/** Nothing in the file runs, also where a browser shows it. */
const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** Sends a report as an HTML file.
 *  @returns the markup, to be sent */
export function answerHtml(file: HtmlFile & FileFacts, response: Response): string {
  response.set({
    ...nameHeaders(file, 'attachment', 'html'),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': FILE_POLICY,
  });
  return file.markup;
}

export function pdfHeaders(file: FileFacts): Record<string, string> {
  return { ...nameHeaders(file, 'inline', 'pdf'), 'Content-Type': 'application/pdf' };
}

/** A page that reloads, or for other clients a line of text. */
export function answerWaiting(
  { brand }: FileFacts,
  { request, response }: SharePageVisit['exchange'],
): string {
  const seconds = String(PDF_SECONDS);
  response.status(202).set({ ...HIDDEN_PAGE_HEADERS, 'Retry-After': seconds, Vary: 'Accept' });
  if (request.accepts(['text', 'html']) === 'html') {
    response.set('Refresh', seconds);
    return waitingPage(brand);
  }
  response.type('text/plain');
  return `The PDF is being made. Request it again in ${seconds} seconds.\n`;
}

function nameHeaders(
  { name }: FileFacts,
  disposition: 'attachment' | 'inline',
  extension: string,
): Record<string, string> {
  return { 'Content-Disposition': `${disposition}; filename="${name}.${extension}"`, Vary: 'Accept' };
}
