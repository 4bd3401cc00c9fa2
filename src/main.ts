import { startWithMemorySettings } from './process/memory-settings.js';
import { exitOnSignal } from './process/exit-on-signal.js';
import { requireSupportedNode } from './process/supported-node.js';

requireSupportedNode();
startWithMemorySettings();
// Until the server has started and shuts down gracefully.
exitOnSignal();

const { readConfigOrExit } = await import('./platform/config/read-or-exit.js');
const { startServer } = await import('./process/server.js').catch((error: unknown) => {
  const [reason = ''] = String(error).split('\n');
  process.stderr.write(
    `Pagegrade can't start, because a package is missing or damaged: ${reason} Install again, without --omit=optional.\n`,
  );
  process.exit(1);
});
await startServer(readConfigOrExit());
