/** Health check for containers: `node health-check.js [port] [ready|live]` exits with 0 if the process on that local port
 *  responds with 200, else with 1. With `unix:PATH` instead of a port, the browser launcher has to answer there. */
import { LauncherConnection } from './engine/rendering/launcher/launcher-connection.js';
import { socketOf } from './engine/rendering/launcher/launcher-socket.js';

/** Below the limit of the orchestrator, which would leave this process behind. */
const LIMIT_MS = 4000;

const [port = '3000', check = 'ready'] = process.argv.slice(2);
const launcher = socketOf(port);
setTimeout(() => process.exit(1), LIMIT_MS).unref();
try {
  process.exitCode = (await (launcher === null ? responds() : launches(launcher))) ? 0 : 1;
} catch {
  process.exitCode = 1;
}

async function responds(): Promise<boolean> {
  const { ok } = await fetch(`http://127.0.0.1:${port.trim()}/health/${check}`);
  return ok;
}

async function launches(socket: string): Promise<boolean> {
  const connection = await LauncherConnection.open(socket, { waitMs: 0 });
  const { version } = await connection.program().finally(() => {
    connection.close();
  });
  return version !== '';
}
