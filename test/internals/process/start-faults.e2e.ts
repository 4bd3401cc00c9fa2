// cspell:ignore GODD
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../../../src/platform/database/migrate.js';
import { MIGRATIONS } from '../../../src/platform/database/migrations/migrations.js';
import { endServices, newFolder, start, statusOf } from '../../support/data-folders.js';
import { emptyDatabase, freshDatabase } from '../../support/database.js';
import { freePort } from '../../support/free-port.js';
import { runCli } from '../../support/service.js';

afterEach(endServices);

/** The one line that a service prints that can't start. */
async function faultOf(env: Record<string, string>): Promise<string> {
  const service = await start(env);
  expect(await service.ended).toBe(1);
  const lines = service.output().trimEnd().split('\n');
  return lines.find((line) => line.startsWith("Pagegrade can't start: ")) ?? service.output();
}

describe('a service that cannot start says why in one line and ends with 1', () => {
  it('DATA_DIR is a file', async () => {
    const file = join(await newFolder(), 'file');
    writeFileSync(file, '');
    expect(await faultOf({ DATA_DIR: file })).toBe(
      `Pagegrade can't start: DATA_DIR ${file} can't be used: it is a file, or a part of the path is one. Set DATA_DIR to a directory of this user.`,
    );
  });

  it('DATA_DIR is in a file', async () => {
    const file = join(await newFolder(), 'file');
    writeFileSync(file, '');
    expect(await faultOf({ DATA_DIR: join(file, 'data') })).toContain('a part of the path is one');
  });

  it('DATA_DIR belongs to another PostgreSQL server', async () => {
    const folder = await newFolder();
    writeFileSync(join(folder, 'PG_VERSION'), '16\n');
    expect(await faultOf({ DATA_DIR: folder })).toMatch(/belongs to another PostgreSQL server.*DATABASE_URL/);
  });

  it('the files of the database are damaged', async () => {
    const folder = await newFolder();
    const first = await start({ DATA_DIR: folder });
    first.process.kill('SIGTERM');
    await first.ended;
    truncateSync(join(folder, 'postgres/global/pg_control'), 100);
    const fault = await faultOf({ DATA_DIR: folder });
    expect(fault).toContain('could not read file "global/pg_control"');
    expect(fault).toMatch(/Its log is .*postgres\.log\. If its files are damaged, .* restore a backup\.$/);
  });

  it.each(['/proc/data', '/proc/self/data'])(
    'DATA_DIR is %s, where no directory can be made',
    async (path) => {
      expect(await faultOf({ DATA_DIR: path })).toBe(
        `Pagegrade can't start: DATA_DIR ${path} can't be used: its file system has no place for directories. Set DATA_DIR to a directory of this user.`,
      );
    },
  );

  it.each([
    ['HOST', '203.0.113.9'],
    ['HOST', 'nowhere.invalid'],
    ['METRICS_HOST', '203.0.113.9'],
    ['METRICS_HOST', 'nowhere.invalid'],
  ])('%s is %s, which this machine does not have', async (name, host) => {
    const env = { DATABASE_URL: 'postgresql://127.0.0.1:1/x', METRICS_PORT: await freePort(), [name]: host };
    expect(await faultOf(env)).toBe(
      `Pagegrade can't start: this machine has no address ${host}. Set ${name} to one of its addresses, or to 0.0.0.0 for all.`,
    );
  });

  it('HSTS_PRELOAD_FILE is missing', async () => {
    const service = await start({ DATA_DIR: await newFolder(), HSTS_PRELOAD_FILE: '/nowhere' });
    expect(await service.ended).toBe(1);
    expect(service.output().trim()).toMatch(
      /^Pagegrade can't start: HSTS_PRELOAD_FILE can't be used: .* Download the list with: .*$/,
    );
  });

  it('it is already running', async () => {
    const [port, metricsPort, folder] = [await freePort(), await freePort(), await newFolder()];
    const settings = { DATA_DIR: folder, PORT: port, METRICS_PORT: metricsPort };
    await start(settings);
    const fault = `Pagegrade can't start: it is already running at http://127.0.0.1:${port}. For another one beside it, set PORT and METRICS_PORT.`;
    expect(await faultOf(settings)).toBe(fault);
    expect(await faultOf({ ...settings, METRICS_PORT: '0' })).toBe(fault);
  });

  it('BROWSER is the path of nothing that can be started', async () => {
    const service = await start({ DATA_DIR: await newFolder(), BROWSER: '/nowhere', BROWSER_SANDBOX: 'off' });
    expect(await service.ended).toBe(1);
    const fault =
      "Pagegrade can't start: BROWSER names no Chrome, Chromium or Edge that can be started: /nowhere.";
    expect(service.output().trim()).toBe(fault);
  });

  it('BROWSER holds characters that control a terminal', async () => {
    const browser = '/nowhere\u001b[2J\n\u009b31m\u202e';
    const fault =
      "Pagegrade can't start: BROWSER names no Chrome, Chromium or Edge that can be started: /nowhere\\u001b[2J\\u000a\\u009b31m\\u202e.";
    const env = { BROWSER: browser, BROWSER_SANDBOX: 'off' };
    expect(await faultOf({ DATA_DIR: await newFolder(), ...env })).toBe(fault);
    const { PATH } = process.env;
    const launcher = spawn(process.execPath, ['dist/launch-browsers.js'], { env: { PATH, ...env } });
    let output = '';
    launcher.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await once(launcher, 'close');
    expect(output).toBe(`${fault.replace('Pagegrade', 'The browser launcher')}\n`);
  });

  it('a later version has migrated the database', async () => {
    const database = await freshDatabase();
    await database.query(
      `INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`,
    );
    expect(await faultOf({ DATABASE_URL: database.url })).toMatch(
      /migrated by a later version of Pagegrade \(Later9999999999999\)\. Start that version/,
    );
    await database.drop();
  });
});

describe('an old Node.js', () => {
  it.each([
    ['the server', 'dist/main.js', []],
    ['the command line', 'dist/cli.js', []],
    ['a command', 'dist/cli.js', ['keys', 'list']],
  ])('gets one sentence from %s, with the versions that are needed', (_what, program, args) => {
    const old = `for (const [name, value] of [['version', 'v18.20.0'], ['versions', { ...process.versions, node: '18.20.0' }]])
      Object.defineProperty(process, name, { value });`;
    const preload = `data:text/javascript,${encodeURIComponent(old)}`;
    const run = spawnSync(process.execPath, ['--import', preload, program, ...args], { encoding: 'utf8' });
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
    const versions = engines.node
      .replaceAll(/[^\d. ]/g, '')
      .split(/ +/)
      .join(', ');
    expect(run).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `Pagegrade needs Node.js ${versions} or newer; this is 18.20.0.\n`,
    });
  });
});

describe('a setting that is probably misspelled', () => {
  it('is named at the start, with the nearest one', async () => {
    const service = await start({
      DATA_DIR: await newFolder(),
      RATELIMIT: '5',
      SCORE_GODD: '1',
      PORTT: '3000',
      EDITOR: 'vi',
    });
    expect(service.output()).toContain('RATELIMIT is not a setting. Did you mean RATE_LIMIT?\n');
    expect(service.output()).toContain('SCORE_GODD is not a setting. Did you mean SCORE_GOOD?\n');
    // start() sets PORT, too.
    expect(service.output()).toContain('PORTT is not a setting. Did you mean PORT?\n');
    expect(service.output()).not.toContain('EDITOR');
    expect(service.output()).toContain('is ready');
  });
});

describe('an upgrade', () => {
  it('says that the database is migrated, from what to what, and how long it took', async () => {
    const database = await emptyDatabase();
    const [first, last] = [MIGRATIONS[0]?.name, MIGRATIONS.at(-1)?.name];
    await migrate(database.url, { migrations: MIGRATIONS.slice(0, 1) });
    const service = await start({ DATABASE_URL: database.url, LOG_LEVEL: 'info' });
    expect(service.output()).toContain(`The database is migrated from ${String(first)} to ${String(last)}.`);
    expect(service.output()).toMatch(
      new RegExp(`The database was migrated to ${String(last)} in \\d+\\.\\d s\\.`),
    );
    const second = await start({ DATABASE_URL: database.url, LOG_LEVEL: 'info' });
    expect(second.output()).not.toContain('migrated');
    await endServices();
    await database.drop();
  });
});

describe('a file .env in the current directory', () => {
  it('has settings, and those of the environment take precedence', async () => {
    const folder = await newFolder();
    writeFileSync(join(folder, '.env'), '# A comment\nAPI_KEY="of-the-file-0123456789"\nPORT=x\n');
    const service = await start({ DATA_DIR: join(folder, 'data') }, { directory: folder });
    expect(await statusOf(service, 'of-the-file-0123456789')).toBe(200);
    const command = await runCli(['keys', 'list'], {}, folder);
    expect(command.stderr).toContain('PORT must be');
  });

  it('that can not be read is a fault of the settings', async () => {
    const folder = await newFolder();
    mkdirSync(join(folder, '.env'), { recursive: true });
    const service = await start({ DATA_DIR: join(folder, 'data') }, { directory: folder });
    expect(await service.ended).toBe(1);
    expect(service.output()).toMatch(
      /^Invalid settings:\n {2}The file \S+\.env can't be read by this user.*\n$/,
    );
  });
});

describe('npm start', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('passes %s on, and ends after the service has', async (signal) => {
    const folder = await newFolder();
    mkdirSync(folder, { recursive: true });
    const npm = spawn('npm', ['start'], {
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        HOST: '127.0.0.1',
        PORT: '0',
        METRICS_PORT: '0',
        DRAIN_SECONDS: '0',
        DATA_DIR: folder,
      },
    });
    let output = '';
    npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    npm.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    while (!output.includes('is ready') && npm.exitCode === null) await sleep(50);
    npm.kill(signal);
    const [status] = (await once(npm, 'exit')) as [number | null];
    expect(status).toBe(0);
    expect(output).toContain('Pagegrade has stopped.');
    const url = /Address\s+(\S+)/.exec(output)?.[1] ?? '';
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();
  });
});
