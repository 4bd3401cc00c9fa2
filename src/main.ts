import { startWithMemorySettings } from './config/memory-settings.js';
import { exitOnSignal } from './exit-on-signal.js';
import { requireSupportedNode } from './supported-node.js';

requireSupportedNode();
startWithMemorySettings();
// Until the server has started and shuts down gracefully.
exitOnSignal();

const { readConfigOrExit } = await import('./config/read-or-exit.js');
const { startServer } = await import('./server.js').catch((error: unknown) => {
  const [reason = ''] = String(error).split('\n');
  process.stderr.write(
    `Pagegrade can't start, because a package is missing or damaged: ${reason} Install again, without --omit=optional.\n`,
  );
  process.exit(1);
});
await startServer(readConfigOrExit());
