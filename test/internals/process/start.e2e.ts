import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { V8_FLAGS } from '../../../src/process/memory-settings.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import {
  endServices,
  newFolder,
  postmasterOf,
  start,
  statusOf,
  stopServices,
} from '../../support/data-folders.js';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../../support/database.js';
import { runCli, type Service, type StartOptions } from '../../support/service.js';

afterEach(endServices);

/** Arguments and environment of a service as they are after it re-executed itself. */
function settingsOf({ process: { pid } }: Service): string {
  return ['cmdline', 'environ']
    .map((file) => readFileSync(`/proc/${String(pid)}/${file}`, 'utf8').replaceAll('\0', '\n'))
    .join('\n');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the memory of the service', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  /** Settings of a service that starts with others. */
  async function settingsWith(settings: Record<string, string>, options?: StartOptions): Promise<string> {
    return settingsOf(await start({ DATABASE_URL: database.url, ...settings }, options));
  }

  it('is bounded by "npm start", unless its user does', async () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
    const command = ['sh', '-c', scripts.start];
    const path = `${dirname(process.execPath)}:${String(process.env.PATH)}`;
    const own = await settingsWith({ PATH: path }, { command });
    for (const flag of V8_FLAGS) expect(own).toContain(flag);
    expect(own).toContain('MALLOC_TRIM_THRESHOLD_=262144');
    const users = { PATH: path, NODE_OPTIONS: '--max-old-space-size=1000' };
    expect(await settingsWith(users, { command })).toMatch(/^NODE_OPTIONS=.* --max-old-space-size=1000$/m);
  });

  const canReplaceItself = 'execve' in process;
  it(`is ${canReplaceItself ? 'bounded' : 'left'} with each other command`, async () => {
    const own = await settingsWith({});
    expect(own.includes('--max-old-space-size=384')).toBe(canReplaceItself);
  });

  it.each(['--max-old-space-size=1000', '--max_old_space_size=1000'])(
    'gets no limit of the heap beside %s',
    async (option) => {
      const users = await settingsWith({ NODE_OPTIONS: option });
      expect(users).not.toContain('--max-old-space-size=384');
    },
  );

  it('is bounded where a user with a setting for malloc has left it open', async () => {
    const own = await settingsWith({ MALLOC_TRIM_THRESHOLD_: '131072' });
    expect(own.includes('--max-old-space-size=384')).toBe(canReplaceItself);
    expect(own.includes('MALLOC_MMAP_THRESHOLD_=262144')).toBe(canReplaceItself);
    expect(own).toContain('MALLOC_TRIM_THRESHOLD_=131072');
  });
});

describe('the service with its embedded PostgreSQL', () => {
  it('prints address, docs and key once, and starts again with the same key and data', async () => {
    const dataDir = await newFolder();
    const first = await start({ DATA_DIR: dataDir });
    const key = /pgk_\w+/.exec(first.output())?.[0] ?? '';
    expect(first.output()).toContain(`Docs     ${first.url}/docs`);
    expect(readFileSync(join(dataDir, 'api-key'), 'utf8')).toBe(`${key}\n`);
    expect(statSync(join(dataDir, 'api-key')).mode & 0o777).toBe(0o600);
    expect(await statusOf(first, key)).toBe(200);
    const postmaster = postmasterOf(dataDir);
    first.process.kill('SIGTERM');
    await first.endedWell();
    expect(isAlive(postmaster)).toBe(false);

    const second = await start({ DATA_DIR: dataDir });
    expect(second.output()).not.toContain(key);
    expect(second.output()).toContain(join(dataDir, 'api-key'));
    expect(await statusOf(second, key)).toBe(200);
  });

  it('is shared by two instances and a command, and stopped by the last', async () => {
    const dataDir = await newFolder();
    const first = await start({ DATA_DIR: dataDir, API_KEY: 'my-key-0123456789' });
    const second = await start({ DATA_DIR: dataDir });
    const created = await runCli(['keys', 'create', '--name', 'ci'], { DATA_DIR: dataDir });
    expect(await statusOf(first, created.stdout.trim())).toBe(200);
    first.process.kill('SIGTERM');
    await first.ended;
    expect(await statusOf(second, 'my-key-0123456789')).toBe(200);
    const postmaster = postmasterOf(dataDir);
    second.process.kill('SIGTERM');
    await second.ended;
    expect(isAlive(postmaster)).toBe(false);
  });

  it('starts three times at once on an empty folder, and all become ready', async () => {
    const dataDir = await newFolder();
    const services = await Promise.all(
      [1, 2, 3].map(() => start({ DATA_DIR: dataDir, API_KEY: 'my-key-0123456789' })),
    );
    for (const service of services) {
      expect(service.output()).toContain('is ready');
      expect(await statusOf(service, 'my-key-0123456789')).toBe(200);
    }
  });

  it('deletes what starts that were killed have left, and nothing that may still be made', async () => {
    const dataDir = await newFolder();
    const folder = join(dataDir, 'postgres.new-a1B2c3');
    const file = `${folder}.password`;
    const young = join(dataDir, 'postgres.new-d4E5f6');
    for (const path of [folder, young]) mkdirSync(join(path, 'base'), { recursive: true });
    writeFileSync(file, 'secret');
    const anHourAgo = new Date(Date.now() - 3_600_000);
    for (const path of [folder, file]) utimesSync(path, anHourAgo, anHourAgo);
    const service = await start({ DATA_DIR: dataDir });
    expect(service.output()).toContain('is ready');
    expect([folder, file, young].map(existsSync)).toEqual([false, false, true]);
  });

  it('ends at once on SIGTERM, though connections stay open that say nothing', async () => {
    const service = await start({ DATA_DIR: await newFolder() });
    const silent = connect(Number(new URL(service.url).port), '127.0.0.1');
    silent.on('error', () => undefined);
    await new Promise((resolve) => silent.once('connect', resolve));
    await sleep(100);
    const toldAt = Date.now();
    service.process.kill('SIGTERM');
    await service.endedWell();
    expect(Date.now() - toldAt).toBeLessThan(5000);
  });

  it('starts as root too where it may make no user namespace, and as anyone else', async () => {
    const service = await start({
      DATA_DIR: await newFolder(),
      API_KEY: 'my-key-0123456789',
      PATH: '/nowhere',
    });
    expect(await statusOf(service, 'my-key-0123456789')).toBe(200);
  });

  it('shows its first key even if that can’t be saved, and needs no TLS where others do', async () => {
    const dataDir = await newFolder();
    mkdirSync(join(dataDir, 'api-key'));
    const service = await start({ DATA_DIR: dataDir, PGSSLMODE: 'require' });
    const file = join(dataDir, 'api-key');
    expect(service.output()).toContain(`Shown only once. Not saved in ${file}: it is a folder.`);
    const key = /pgk_\w+/.exec(service.output())?.[0] ?? '';
    expect(await statusOf(service, key)).toBe(200);
  });

  it('says that its port is taken, and leaves no PostgreSQL behind', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const dataDir = await newFolder();
    const service = await start({ DATA_DIR: dataDir, PORT: String(port) });
    expect(await service.ended).toBe(1);
    other.close();
    expect(service.output()).toBe(
      `Pagegrade can't start: port ${String(port)} is already in use. Set PORT to another one.\n`,
    );
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  it.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('leaves no PostgreSQL behind on %s while it starts', async (signal, status) => {
    const dataDir = await newFolder();
    const child = spawn(process.execPath, ['dist/main.js'], {
      env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', METRICS_PORT: '0', DATA_DIR: dataDir },
    });
    const ended = once(child, 'exit');
    const postmaster = join(dataDir, 'postgres', 'postmaster.pid');
    while (!existsSync(postmaster)) await sleep(10);
    child.kill(signal);
    expect(await ended).toEqual([status, null]);
    expect(existsSync(postmaster)).toBe(false);
  });

  it('tells every fault of the settings, and ends with 1', async () => {
    const service = await start({ PORT: 'x', SCORE_GOOD: '0', DATABASE_URL: 'mysql://user:hunter2@host/x' });
    expect(await service.ended).toBe(1);
    expect(service.output()).toMatch(/DATABASE_URL[^]*PORT|PORT[^]*DATABASE_URL/);
    expect(service.output()).toContain('SCORE_GOOD');
    expect(service.output()).not.toContain('hunter2');
  });
});

describe('an empty external database', () => {
  it('is migrated once by 20 processes at the same time, and all become ready', async () => {
    const database = await emptyDatabase();
    const done = await Promise.all(Array.from({ length: 20 }, () => migrate(database.url)));
    expect(done.filter((names) => names.length > 0)).toHaveLength(1);
    expect(await database.query('SELECT name FROM migrations')).toEqual(
      done.flat().map((name) => ({ name })),
    );
    expect(await migrate(database.url)).toEqual([]);
    await database.drop();
  });

  it('is waited for as long as others hold the table of keys', async () => {
    const database = await emptyDatabase();
    await migrate(database.url);
    const lock = new pg.Client({ connectionString: database.url });
    await lock.connect();
    await lock.query('BEGIN; LOCK TABLE api_keys IN SHARE ROW EXCLUSIVE MODE');
    const starting = start({ DATABASE_URL: database.url, API_KEY: 'a-key-of-the-settings' });
    while (!(await database.isAnyWaiting())) await sleep(100);
    // Longer than a statement waits for a lock.
    await sleep(6000);
    await lock.end();
    expect(await statusOf(await starting, 'a-key-of-the-settings')).toBe(200);
    await stopServices();
    await database.drop();
  });

  it('gets one first key from services that start together', async () => {
    const database = await emptyDatabase();
    const services = await Promise.all([1, 2, 3].map(() => start({ DATABASE_URL: database.url })));
    const keys = services
      .map((service) => /pgk_\w+/.exec(service.output())?.[0])
      .filter((key) => key !== undefined);
    expect(keys).toHaveLength(1);
    for (const service of services) expect(await statusOf(service, keys[0] ?? '')).toBe(200);
    expect(await stopServices()).toEqual([0, 0, 0]);
    await sleep(100);
    await database.drop();
  });
});
