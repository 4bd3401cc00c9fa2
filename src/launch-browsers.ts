/** Starts browsers for processes with BROWSER=unix:PATH: `node launch-browsers.js PATH`. For a container without a network. */
import { readConfigOrExit } from './platform/config/read-or-exit.js';
import { visible } from './basics/control-characters.js';
import { PRODUCT } from './basics/version.js';
import { startedBrowser } from './browsers/configured-browser.js';
import { BrowserLauncher } from './engine/rendering/launcher/browser-launcher.js';
import { removeOrphans } from './engine/rendering/profiles.js';

const [path = '/run/pagegrade/chromium.sock'] = process.argv.slice(2);
const config = { ...readConfigOrExit(), role: 'browser' as const };
const { program, reason } = await startedBrowser(config);
if (program === null) {
  process.stderr.write(`The browser launcher can't start: ${visible(String(reason))}.\n`);
  process.exit(1);
}
await removeOrphans();
const launcher = await BrowserLauncher.listen({
  path,
  program,
  hasSandbox: config.browserSandbox,
  product: PRODUCT,
});
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void launcher.close().then(() => process.exit(0)));
const launched = `Launching ${program.engine} ${program.version} (${program.path}) for ${path}`;
process.stdout.write(`${visible(launched)}\n`);
