/** The process that drives one browser for the service, which tells it what to render. What the browser sends is parsed
 *  here, so no page can fill the memory of the service. It ends with the service. */
import { settlesWithin } from '../../../basics/settles-within.js';
import { type ClientCommand, type ClientEvent, type RunCommand, type TurnKind } from '../client-messages.js';
import { LabThread } from './lab/lab-thread.js';
import { PageScripts } from './page-scripts.js';
import { printDocument } from './print-document.js';
import { sendsDatagrams } from './protocol/datagram-check.js';
import { launch, type LaunchedBrowser } from './protocol/launched-browser.js';
import { renderPage } from './render-page.js';
import { messageOf } from '../../../basics/message-of.js';

const CHECK_MS = 10_000;

const tools = { scripts: new PageScripts(), thread: new LabThread(), tell, turnTo };
let launched: LaunchedBrowser | null = null;
let isBusy = false;
const beginnings = new Map<TurnKind, () => void>();

process.on('disconnect', () => process.exit());
process.on('message', (command: ClientCommand) => {
  void obey(command);
});

async function obey(command: ClientCommand): Promise<void> {
  if (command.command === 'turn') {
    beginnings.get(command.kind)?.();
    return;
  }
  if (command.command !== 'start') {
    if (launched) await run(launched, command);
    return;
  }
  try {
    launched = await launch(command, (memory) => {
      tell({ event: 'memory', ...memory });
    });
    await requireNoDatagrams(launched);
    launched.connection.onclose = () => {
      if (!isBusy) process.exit();
    };
    tell({ event: 'ready', pid: launched.pid });
  } catch (error) {
    tell({ event: 'unusable', detail: messageOf(error) });
  }
}

async function run(browser: LaunchedBrowser, command: RunCommand): Promise<void> {
  isBusy = true;
  if (command.command === 'print') await printDocument(browser, command, tell);
  else await renderPage(browser, command, tools);
  isBusy = false;
}

async function turnTo(kind: TurnKind, timeLimitMs: number): Promise<void> {
  const turn = new Promise<void>((resolve) => beginnings.set(kind, resolve));
  tell({ event: 'turn', kind });
  await settlesWithin(timeLimitMs, turn);
}

function tell(event: ClientEvent): void {
  // Without a connection to the service, this process is about to end.
  process.send?.(event, undefined, undefined, () => undefined);
}

/** @throws Error unless the proxy is the only way out of the browser's pages */
async function requireNoDatagrams({ connection }: LaunchedBrowser): Promise<void> {
  const checking = sendsDatagrams(connection);
  if (!(await settlesWithin(CHECK_MS, checking))) throw new Error('it does not answer');
  if (await checking)
    throw new Error('its pages could send UDP past the proxy. Choose another one (setting BROWSER).');
}
