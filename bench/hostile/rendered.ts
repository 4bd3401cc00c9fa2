/** Pages of one account that attack the browser, beside sound pages of another one, all of them rendered, and lists and
 *  audits of others. Fails if a sound page is not rendered, if lists or audits become slow, if the service or its children
 *  but the browser need too much memory, or if the service or the launcher dies.
 *  npm run bench:hostile -- rendered --rounds 30 --launcher --browser /usr/bin/chromium --only 'logs 134 million characters' */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { installedBrowser } from '../../src/engine/rendering/browser-program.js';
import { memoryOf, withDescendants } from '../../src/engine/rendering/process-tree.js';
import { benchDatabase } from '../support/database.js';
import { addAccount } from '../support/fill.js';
import { commandOf } from '../support/processes.js';
import { completedReport, startService, UNLIMITED } from '../support/service.js';
import { localSite } from '../support/site.js';
import { Bystanders } from './bystanders.js';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    launcher: { type: 'boolean', default: false },
    concurrency: { type: 'string' },
    browser: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
});
const ROUNDS = Number(options.rounds);
const MAX_MB = 600;
const SOUND = `<!doctype html><html lang="en"><title>Sound</title><h1>Sound</h1>${'<p>Some words of a sound page.</p>'.repeat(300)}</html>`;
const script = (text: string) => `<!doctype html><title>T</title><h1>Seen</h1><script>${text}</script>`;

const PAGES: Readonly<Record<string, string>> = {
  'logs 100 000 arguments of 1 kB': script(
    `for (let i = 0; i < 2; i++) console.log(...Array(100000).fill('y'.repeat(1000)))`,
  ),
  'logs 134 million characters': script(`console.log('漢'.repeat(2 ** 27))`),
  'logs objects of 200 000 fields': script(
    `const o = {}; for (let i = 0; i < 2e5; i++) o['field' + i] = i; for (let i = 0; i < 200; i++) console.log(o, o, o)`,
  ),
  'logs a million small arguments': script(
    `for (let i = 0; i < 20; i++) console.log(...Array(50000).fill(undefined))`,
  ),
  'throws errors of 50 MB': script(
    `for (let i = 0; i < 3; i++) setTimeout(() => { throw new Error('y'.repeat(5e7)) })`,
  ),
  '200 workers of 2 MB': script(
    `for (let i = 0; i < 200; i++) new Worker('data:text/javascript,' + i + '//' + 'y'.repeat(1.9e6))`,
  ),
  'fetches 256 MB of data:': script(`fetch('data:text/plain,' + 'y'.repeat(2 ** 28)).catch(() => 0)`),
  'pushes states of 2 MB': script(
    `setInterval(() => { for (let i = 0; i < 20; i++) history.pushState(0, '', '?' + i + 'y'.repeat(1.9e6)) }, 10)`,
  ),
  'a title of 50 MB': script(
    `document.title = 'x'.repeat(5e7); setInterval(() => document.title += 'x', 10)`,
  ),
  'fills the memory': script(
    `const a = []; onload = () => setInterval(() => { const b = new Uint8Array(2e8); b.fill(1); a.push(b) }, 50)`,
  ),
};

const site = await localSite((request, response) => {
  const name = decodeURIComponent(request.url ?? '').split('/')[1] ?? '';
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGES[name] ?? SOUND);
});
const sandbox = process.getuid?.() === 0 ? 'off' : 'on';
const found = options.browser ?? (await installedBrowser(process.env.PATH ?? ''))?.path;
if (found === undefined) throw new Error('There is no browser. Install chromium-headless-shell.');
const launcher = options.launcher ? await startLauncher(found) : null;
const database = await benchDatabase();
const service = await startService({
  DATABASE_URL: database.url,
  ALLOWED_TARGETS: site.target,
  BROWSER: launcher ? `unix:${launcher.socket}` : found,
  BROWSER_SANDBOX: sandbox,
  ...(options.concurrency !== undefined && { BROWSER_CONCURRENCY: options.concurrency }),
  LOG_LEVEL: 'error',
  ...UNLIMITED,
});
const pool = new pg.Pool({ connectionString: database.url, max: 2 });
const [attacker, victim] = [await addAccount(pool, 'attacker'), await addAccount(pool, 'victim')];
const bystanders = new Bystanders(service.url, [(await addAccount(pool, 'bystander')).key], site.target);
const { pid } = service;
await rendered(victim.key, 'warm');

console.log(`${found}${launcher ? ', by the launcher' : ''}: ${String(ROUNDS)} rounds each`);
console.log(
  'attack                           sound pages  not rendered  slowest s  list p99 ms  audit ms  service MB  attack rendered',
);
for (const name of options.only ?? Object.keys(PAGES)) await under(name);
const isServed = service.isAlive && launcher?.isAlive() !== false;
console.log(isServed ? 'The same processes have served all the time.' : 'A PROCESS HAS ENDED');
if (!isServed) process.exitCode = 1;

await bystanders.close();
await pool.end();
await service.end('SIGTERM');
await launcher?.stop();
site.stop();
await database.stop();

async function under(name: string): Promise<void> {
  const seen = { pages: 0, failed: 0, slowestMs: 0, peakMb: 0, attacks: 0 };
  const timer = setInterval(() => (seen.peakMb = Math.max(seen.peakMb, serviceMb())), 200);
  let isOver = false;
  const serving = bystanders.serveUntil(() => isOver);
  for (let round = 0; round < ROUNDS; round += 1) {
    const state = { isOver: false };
    const attack = rendered(attacker.key, `${name}/${String(round)}`).then((error) => {
      state.isOver = true;
      seen.attacks += error === null ? 1 : 0;
    });
    do {
      const startedAt = performance.now();
      const error = await rendered(victim.key, `sound/${String(seen.pages)}`);
      seen.pages += 1;
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - startedAt);
      if (error === null) continue;
      seen.failed += 1;
      console.log(`  not rendered: ${error}`);
    } while (!state.isOver);
    await attack;
  }
  clearInterval(timer);
  isOver = true;
  const { listP99Ms, slowestAuditMs, isFastEnough } = await serving;
  if (seen.failed > 0 || seen.peakMb > MAX_MB || !isFastEnough) process.exitCode = 1;
  const { pages, failed, slowestMs, peakMb, attacks } = seen;
  console.log(
    `${name.padEnd(32)} ${String(pages).padStart(11)} ${String(failed).padStart(13)} ${(slowestMs / 1000).toFixed(1).padStart(10)} ${listP99Ms.toFixed(0).padStart(12)} ${slowestAuditMs.toFixed(0).padStart(9)} ${peakMb.toFixed(0).padStart(11)} ${String(attacks).padStart(16)}`,
  );
}

/** @returns why the page was not rendered; null if it was */
async function rendered(key: string, path: string): Promise<string | null> {
  const url = `http://${site.target}/${encodeURI(path)}`;
  const { error, rendered } = await completedReport(service.url, { key, body: { url, render: 'always' } });
  const reason = error ?? rendered?.error ?? null;
  return reason === null ? null : `${reason.code}: ${reason.detail}`;
}

/** MB of the service and its children, without browsers. */
function serviceMb(): number {
  const own = withDescendants([pid]).filter((each) => !/--user-data-dir|--type=/.test(commandOf(each)));
  return own.reduce((sum, each) => sum + memoryOf(each), 0) / 1e6;
}

async function startLauncher(path: string) {
  const folder = await mkdtemp(join(tmpdir(), 'pagegrade-launcher-'));
  const socket = join(folder, 'chromium.sock');
  const child = spawn(process.execPath, ['dist/launch-browsers.js', socket], {
    env: { PATH: process.env.PATH, TMPDIR: folder, BROWSER: path, BROWSER_SANDBOX: sandbox },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  return { socket, stop, isAlive: () => child.exitCode === null && child.signalCode === null };
}
