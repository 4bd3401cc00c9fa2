import { settlesWithin } from '../../../basics/settles-within.js';
import { type ClientEvent, type PrintOptions } from '../client-messages.js';
import { MAX_PDF_BYTES } from '../printed-pdf.js';
import { RenderError } from '../render-error.js';
import { BrowserContext, CLOSE_MS } from './protocol/browser-context.js';
import { BrowserPage } from './protocol/browser-page.js';
import { type LaunchedBrowser } from './protocol/launched-browser.js';
import { type ProtocolSession } from './protocol/protocol-session.js';
import { readStream } from './protocol/read-stream.js';

const OPEN_MS = 5000;

const A4_INCHES = { paperWidth: 8.27, paperHeight: 11.7 };
const NO_MARGINS = { marginTop: 0, marginBottom: 0, marginLeft: 0, marginRight: 0 };

/** Stands in the margin at the bottom, which the document's style sheet leaves. Chromium fills in the numbers. */
const PAGE_NUMBERS =
  '<div style="width: 100%; font: 8px sans-serif; color: #525c68; text-align: center">' +
  '<span class="pageNumber"></span> / <span class="totalPages"></span></div>';

/** Prints a document in a page of its own, without scripts and without a network, and tells the PDF. Never rejects. */
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
    isSound = await context.close();
  } catch (cause) {
    error = renderErrorOf(launched.pipe.failure ?? cause);
  }
  const ending = error && { code: error.code, detail: error.message };
  tell({ event: 'ended', error: ending, requests: 0, consoleErrors: 0, isSound });
}

async function opened({ connection, proxy }: LaunchedBrowser): Promise<BrowserContext> {
  // Nothing passes the proxy without credentials.
  const opening = BrowserContext.create(connection, proxy);
  if (!(await settlesWithin(OPEN_MS, opening)))
    throw new RenderError('browser_failed', 'The browser does not answer.');
  return opening;
}

/** Neither scripts nor requests. */
function shut(session: ProtocolSession): Promise<unknown>[] {
  // A navigation that fails otherwise replaces the document by a page of the browser's own.
  session.on('Fetch.requestPaused', ({ requestId }) => {
    session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(() => undefined);
  });
  return [
    session.send('Emulation.setScriptExecutionDisabled', { value: true }),
    session.send('Emulation.setLocaleOverride', { locale: 'en-US' }),
    session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
  ];
}

/** A4 unless the style sheet says otherwise, with tags, an outline and page numbers. */
async function printed(context: BrowserContext, html: string): Promise<Uint8Array> {
  const { id, session } = await BrowserPage.open(context, shut);
  const loaded = session.next('Page.loadEventFired');
  await session.send('Page.setDocumentContent', { frameId: id, html });
  await loaded;
  const { stream = '' } = await session.send('Page.printToPDF', {
    transferMode: 'ReturnAsStream',
    ...A4_INCHES,
    ...NO_MARGINS,
    preferCSSPageSize: true,
    printBackground: true,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
    displayHeaderFooter: true,
    headerTemplate: '<span></span>',
    footerTemplate: PAGE_NUMBERS,
  });
  const parts = await readStream(session, stream, MAX_PDF_BYTES);
  if (parts) return Buffer.concat(parts);
  throw new Error(`The PDF is larger than ${String(MAX_PDF_BYTES / 1e6)} MB.`);
}

function renderErrorOf(cause: unknown): RenderError {
  if (cause instanceof RenderError) return cause;
  const [line = ''] = String(cause instanceof Error ? cause.message : cause).split('\n', 1);
  return new RenderError('browser_failed', `The browser failed: ${line}`);
}
