import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { processesOf } from '../../../src/engine/rendering/process-tree.js';
import { browserForProduct, HAS_SANDBOX } from '../../support/browser.js';
import { until } from '../../support/forward-proxy.js';
import { strangerSite } from '../../support/website.js';

/** Starts a process that runs code with the built renderer. */
async function child(code: string, folder: string, target: string) {
  const program = await browserForProduct();
  const built = (path: string) => JSON.stringify(resolve('dist', path));
  const text = `
    const { Renderer } = await import(${built('engine/rendering/renderer.js')});
    const { PageLoader } = await import(${built('engine/page-loader/page-loader.js')});
    const { removeOrphans } = await import(${built('engine/rendering/profiles.js')});
    const policy = { allowedTargets: new Set(['${target}']), allowedPorts: new Set([80]) };
    const loader = new PageLoader({ policy, userAgent: 'Test' });
    const program = ${JSON.stringify(program)};
    const renderer = new Renderer({ program, hasSandbox: ${HAS_SANDBOX}, product: 'Test', loader });
    const render = () => renderer.render({ url: new URL('http://${target}/'), audited: new URL('http://${target}/'), device: 'desktop', account: 1 });
    ${code}`;
  const { PATH } = process.env;
  return spawn(process.execPath, ['--input-type=module', '-e', text], {
    env: { PATH, TMPDIR: folder, API_KEY: 'secret-setting' },
    stdio: 'inherit',
  });
}

it('leaves no browser and no profile when its process is killed and the next one starts', async () => {
  const site = await strangerSite((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<script>for (;;);</script>');
  });
  const folder = await mkdtemp(join(tmpdir(), 'pagegrade-killed-'));
  const killed = await child('await render();', folder, site.target);
  await until(() => site.requests.length > 0, 20_000);
  expect(processesOf(folder).length).toBeGreaterThan(2);
  killed.kill('SIGKILL');
  await once(killed, 'exit');

  const next = await child('await removeOrphans();', folder, site.target);
  await once(next, 'exit');
  expect(processesOf(folder)).toEqual([]);
  expect((await readdir(folder)).filter((name) => name.startsWith('pagegrade-browser-'))).toEqual([]);
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

it('ends its browser, proxy and process when it is closed in the middle of a start', async () => {
  const site = await strangerSite();
  const folder = await mkdtemp(join(tmpdir(), 'pagegrade-closed-'));
  const closing = await child(
    'const run = render(); await new Promise((r) => setTimeout(r, 150)); await renderer.close(); await run;',
    folder,
    site.target,
  );
  const [status] = (await once(closing, 'exit')) as [number];
  expect(status).toBe(0);
  expect(processesOf(folder)).toEqual([]);
  expect((await readdir(folder)).filter((name) => name.startsWith('pagegrade-browser-'))).toEqual([]);
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

it('has an audit repeated, and goes on, when there is no descriptor left for another process', async () => {
  const site = await strangerSite();
  const folder = await mkdtemp(join(tmpdir(), 'pagegrade-shortage-'));
  const short = await child(
    `
    const { closeSync, openSync } = await import('node:fs');
    const { kill, processesOf } = await import(${JSON.stringify(resolve('dist/engine/rendering/process-tree.js'))});
    await render();
    kill(processesOf(process.env.TMPDIR));
    await new Promise((r) => setTimeout(r, 1000));
    const files = [];
    try { for (;;) files.push(openSync('/dev/null')); } catch {}
    const failed = await render().catch(({ message }) => message);
    for (const file of files) closeSync(file);
    const { facts } = await render();
    await renderer.close();
    process.exitCode = failed === 'A browser could not be started' && facts.error === null ? 0 : 1;`,
    folder,
    site.target,
  );
  const [status] = (await once(short, 'exit')) as [number];
  expect(status).toBe(0);
  expect(processesOf(folder)).toEqual([]);
  await site.close();
  await rm(folder, { recursive: true, force: true });
});
