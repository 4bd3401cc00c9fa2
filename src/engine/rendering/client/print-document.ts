import { type BrowserContext } from 'playwright-core';
import { settlesWithin } from '../../../basics/settles-within.js';
import { type ClientEvent, type PrintOptions } from '../client-messages.js';
import { RenderError } from '../render-error.js';
import { type LaunchedBrowser } from './launched-browser.js';

const OPEN_MS = 5000;
const CLOSE_MS = 2000;

/** Stands in the margin at the bottom, which the document's style sheet leaves. Chromium fills in the numbers. */
const PAGE_NUMBERS =
  '<div style="width: 100%; font: 8px sans-serif; color: #525c68; text-align: center">' +
  '<span class="pageNumber"></span> / <span class="totalPages"></span></div>';

/** Prints a document in a context of its own, without scripts and without a network, and tells the PDF. Never rejects. */
export async function printDocument(
  launched: LaunchedBrowser,
  options: PrintOptions,
  tell: (event: ClientEvent) => void,
): Promise<void> {
  const startedAt = performance.now();
  launched.pipe.beginRun();
  let error: RenderError | null = null;
  let isSound = false;
  try {
    const context = await opened(launched);
    const left = options.timeLimitMs - (performance.now() - startedAt) - CLOSE_MS;
    const printing = printed(context, options.html);
    if (!(await settlesWithin(Math.max(0, left), printing)))
      throw new RenderError('page_hangs', 'The document was not printed in time.');
    tell({ event: 'pdf', bytes: await printing });
    isSound = await settlesWithin(CLOSE_MS, context.close());
  } catch (cause) {
    error = renderErrorOf(launched.pipe.failure ?? cause);
  }
  const ending = error && { code: error.code, detail: error.message };
  tell({ event: 'ended', error: ending, requests: 0, consoleErrors: 0, isSound });
}

async function opened({ browser, proxy }: LaunchedBrowser): Promise<BrowserContext> {
  const opening = browser.newContext({
    javaScriptEnabled: false,
    offline: true,
    acceptDownloads: false,
    locale: 'en-US',
    // Nothing passes it without credentials.
    proxy: { server: proxy },
  });
  if (!(await settlesWithin(OPEN_MS, opening)))
    throw new RenderError('browser_failed', 'The browser does not answer.');
  return opening;
}

/** A4 unless the style sheet says otherwise, with tags, an outline and page numbers. */
async function printed(context: BrowserContext, html: string): Promise<Uint8Array> {
  const page = await context.newPage();
  // A navigation that fails otherwise replaces the document by a page of the browser's own.
  await page.route('**', (route) => route.abort('aborted'));
  await page.setContent(html, { waitUntil: 'load' });
  return page.pdf({
    format: 'A4',
    preferCSSPageSize: true,
    printBackground: true,
    tagged: true,
    outline: true,
    displayHeaderFooter: true,
    headerTemplate: '<span></span>',
    footerTemplate: PAGE_NUMBERS,
  });
}

function renderErrorOf(cause: unknown): RenderError {
  if (cause instanceof RenderError) return cause;
  const [line = ''] = String(cause instanceof Error ? cause.message : cause).split('\n', 1);
  return new RenderError('browser_failed', `The browser failed: ${line}`);
}
