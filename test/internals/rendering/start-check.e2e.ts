import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configuredBrowser } from '../../../src/browsers/configured-browser.js';
import { removeOrphans } from '../../../src/engine/rendering/profiles.js';
import { startFault } from '../../../src/engine/rendering/start-check.js';
import { readConfig } from '../../../src/platform/config/config.js';
import { allBrowsers, HAS_SANDBOX } from '../../support/browser.js';

let folder: string;

beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'programs-'))));
afterAll(() => rm(folder, { recursive: true }));

/** A program that answers `--version`, and otherwise ends with a line on standard error.
 *  @returns its path */
async function program(name: string, version: string, fault = ''): Promise<string> {
  const path = join(folder, name);
  const script = `#!/bin/sh\n[ "$1" = --version ] && echo "${version}" && exit\necho "${fault}" >&2\nexit 1\n`;
  await writeFile(path, script);
  await chmod(path, 0o755);
  return path;
}

const profiles = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`pagegrade-browser-${String(process.pid)}-`));

describe('a browser that is started to be checked', () => {
  it.each([
    [
      '[0101/1:FATAL:zygote_host_impl_linux.cc:127] No usable sandbox! If you are running on Ubuntu 23.10+ …',
      'The browser’s sandbox can’t be used here: run as a user other than root where user namespaces are allowed, or set BROWSER_SANDBOX=off.',
    ],
    [
      'error while loading shared libraries: libnss3.so: cannot open shared object file',
      'The browser PATH can’t be started: error while loading shared libraries: libnss3.so: cannot open shared object file',
    ],
  ])('and prints "%s" is of no use', async (printed, fault) => {
    const path = await program('broken', 'Chromium 156.0.1', printed);
    const found = await startFault(
      { path, engine: 'Chromium', version: '156.0.1' },
      { hasSandbox: true, product: 'Test/1' },
    );
    expect(found).toBe(fault.replace('PATH', path));
    expect(await profiles()).toEqual([]);
  });

  it('without a folder for its profile is of no use, and what others left is no matter', async () => {
    const path = await program('whole', 'Chromium 156.0.1');
    process.env.TMPDIR = join(folder, 'none');
    const found = await startFault(
      { path, engine: 'Chromium', version: '156.0.1' },
      { hasSandbox: true, product: 'Test/1' },
    );
    await removeOrphans();
    delete process.env.TMPDIR;
    expect(found).toMatch(/^The browser \S+ can’t be started: no such file or directory, mkdtemp /);
  });

  it('and answers is ended', async () => {
    for (const [, installed] of await allBrowsers())
      expect(await startFault(installed, { hasSandbox: HAS_SANDBOX, product: 'Test/1' })).toBeNull();
    expect(await profiles()).toEqual([]);
  });
});

describe('the setting BROWSER', () => {
  const configured = (browser: string, role = 'all') =>
    configuredBrowser({
      ...readConfig({ ROLE: role, BROWSER: browser, BROWSER_SANDBOX: 'off', PATH: folder }),
      searchPath: folder,
    });

  beforeAll(async () => {
    await program('chromium', 'Chromium 156.0.1');
    await program('firefox', 'Mozilla Firefox 128.0');
    await program('browser.sh', '1.106.0');
  });

  it.each([
    ['a path', (path: string) => path],
    ['a name alone', () => 'chromium'],
  ])('may be %s', async (_, valueOf) => {
    const { program: found } = await configured(valueOf(join(folder, 'chromium')));
    expect(found).toMatchObject({ path: join(folder, 'chromium'), version: '156.0.1' });
  });

  it.each(['none', 'firefox', 'FOLDER/firefox', 'FOLDER/browser.sh'])(
    'may be what desktops and terminals set for themselves: %s',
    async (value) => {
      const browser = value.replace('FOLDER', folder);
      expect(await configured(browser)).toMatchObject({ program: expect.anything(), isRequired: false });
      expect(await configured(browser, 'browser')).toMatchObject({ program: null, isRequired: true });
    },
  );

  it('that names a path where nothing is ends the start', async () => {
    const { program: found, isRequired, reason } = await configured('/nowhere/chromium');
    expect([found, isRequired]).toEqual([null, true]);
    expect(reason).toBe('BROWSER names no Chrome, Chromium or Edge that can be started: /nowhere/chromium');
  });
});
