import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { VERSION } from '../../src/version.js';

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

describe('the npm package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pagegrade-package-'));
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as Packed[];

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('is small, and holds the built program alone', () => {
    expect(packed?.size).toBeLessThan(5_000_000);
    const paths = packed?.files.map(({ path }) => path) ?? [];
    expect(paths).toEqual(expect.arrayContaining(['dist/cli.js', 'dist/main.js', 'README.md', 'LICENSE']));
    const others = paths.filter((path) => !/^dist\/.*\.(js|sql)$/.test(path)).sort();
    expect(others).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
    expect(paths.filter((path) => /spec|fixture|e2e/.test(path))).toEqual([]);
  });

  it('runs by the name pagegrade', () => {
    execFileSync('tar', ['xzf', join(folder, packed?.filename ?? ''), '-C', folder]);
    symlinkSync(resolve('node_modules'), join(folder, 'package', 'node_modules'));
    symlinkSync(join(folder, 'package', 'dist', 'cli.js'), join(folder, 'pagegrade'));
    const run = (...args: string[]) =>
      execFileSync(process.execPath, [join(folder, 'pagegrade'), ...args], { encoding: 'utf8' });
    expect(run('--version')).toBe(`${VERSION}\n`);
    expect(run('audit', '--help')).toContain('pagegrade audit example.com --json');
  });
});
