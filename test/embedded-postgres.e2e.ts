import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newDataDir, type Service, startService } from './support/service.js';

const isRoot = process.getuid?.() === 0;
const started: Service[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const service of started.splice(0)) await stop(service);
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = await newDataDir();
  folders.push(folder);
  return folder;
}

async function start(dataDir: string): Promise<Service> {
  const service = await startService({ DATA_DIR: dataDir, API_KEY: 'my-key' });
  expect(service.output()).toContain('is ready');
  return service;
}

/** Ended after the test. */
async function startForTest(dataDir: string): Promise<Service> {
  const service = await start(dataDir);
  started.push(service);
  return service;
}

async function stop({ process: child, ended }: Service): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

function postmasterOf(dataDir: string): { pid: number } {
  const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return { pid: Number(lines[0]) };
}

async function untilGone(pid: number): Promise<void> {
  while (existsSync(`/proc/${pid}`)) await sleep(20);
}

async function statusOfList(service: Service): Promise<number> {
  const headers = { authorization: 'Bearer my-key' };
  return (await fetch(`${service.url}/api/v1/reports`, { headers })).status;
}

describe('the embedded PostgreSQL', () => {
  let service: Service;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await newDataDir();
    service = await start(dataDir);
  }, 60_000);

  afterAll(async () => {
    await stop(service);
    await rm(dataDir, { recursive: true, force: true });
  });

  it('runs as a user and groups other than root, with its files closed to others', () => {
    const { pid } = postmasterOf(dataDir);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    expect(children.length).toBeGreaterThan(3);
    for (const process of [String(pid), ...children]) {
      const status = readFileSync(`/proc/${process}/status`, 'utf8');
      const ids = ['Uid', 'Gid', 'Groups'].map(
        (field) => new RegExp(`^${field}:(.*)$`, 'm').exec(status)?.[1],
      );
      expect(ids).not.toContain(undefined);
      expect(ids.join(' ').trim().split(/\s+/)).not.toContain('0');
    }
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'postgres', 'pagegrade-password')).mode & 0o777).toBe(0o600);
  });

  it('sees the secrets in the environment only if it runs as the same user', () => {
    const environment = readFileSync(`/proc/${postmasterOf(dataDir).pid}/environ`, 'utf8');
    expect(environment.includes('my-key')).toBe(!isRoot);
  });
});

describe('the files of an earlier version', () => {
  it('are taken over from root', async () => {
    const dataDir = await newFolder();
    const first = await start(dataDir);
    first.process.kill('SIGKILL');
    await first.ended;
    const { pid } = postmasterOf(dataDir);
    process.kill(pid, 'SIGINT');
    await untilGone(pid);
    if (isRoot) execFileSync('chown', ['-R', '0:0', dataDir]);

    const services = await Promise.all([startForTest(dataDir), startForTest(dataDir)]);
    for (const service of services) expect(await statusOfList(service)).toBe(200);
    for (const path of ['.', 'PG_VERSION', 'base', 'pagegrade-password'])
      expect(statSync(join(dataDir, 'postgres', path)).uid === 0).toBe(false);
  }, 60_000);

  it('move to where PostgreSQL can reach them, if only root can reach their directory', async () => {
    const closed = await newFolder();
    const dataDir = join(closed, 'data');
    await chmod(closed, 0o755);
    await stop(await startForTest(dataDir));
    await chmod(closed, 0o700);

    const service = await startForTest(dataDir);
    expect(await statusOfList(service)).toBe(200);
    const moved = /PostgreSQL's files are in (\S+),/.exec(service.output())?.[1];
    expect(moved !== undefined).toBe(isRoot);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(!isRoot);
    if (moved !== undefined) folders.push(moved);

    await chmod(closed, 0o755);
    await startForTest(dataDir);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(!isRoot);
  }, 60_000);
});
