import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../src/platform/embedded-postgres/embedded-postgres.js';
import { newDataDir, type Service, startService } from '../../support/service.js';

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
  const service = await startService({ DATA_DIR: dataDir, API_KEY: 'embedded-test-key' });
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

function postmasterOf(dataDir: string): { pid: number; port: number } {
  const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/** Runs statements as the superuser; gets the rows of the last one. */
async function asSuperuser(dataDir: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: postmasterOf(dataDir).port,
    user: 'postgres',
    password: readFileSync(join(dataDir, 'postgres', 'pagegrade-password'), 'utf8'),
    database: 'pagegrade',
  });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

async function untilGone(pid: number): Promise<void> {
  while (existsSync(`/proc/${pid}`)) await sleep(20);
}

async function statusOfList(service: Service): Promise<number> {
  const headers = { authorization: 'Bearer embedded-test-key' };
  return (await fetch(`${service.url}/api/v1/reports`, { headers })).status;
}

/** What has an owner in the database, but for the members of extensions. */
const OWNERS = `SELECT kind, name, owner::regrole::text FROM (
    SELECT 'schema' AS kind, 'pg_namespace'::regclass AS class, oid, nspname::text AS name, nspowner AS owner, oid AS schema FROM pg_namespace
    UNION ALL SELECT 'relation', 'pg_class'::regclass, oid, oid::regclass::text, relowner, relnamespace FROM pg_class
    UNION ALL SELECT 'routine', 'pg_proc'::regclass, oid, oid::regprocedure::text, proowner, pronamespace FROM pg_proc
    UNION ALL SELECT 'type', 'pg_type'::regclass, oid, oid::regtype::text, typowner, typnamespace FROM pg_type
    UNION ALL SELECT 'database', 'pg_database'::regclass, oid, datname, datdba, 0 FROM pg_database WHERE datname = 'pagegrade'
  ) AS owned
  WHERE (schema = 0 OR schema::regnamespace::text IN ('public', 'graphile_worker'))
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = class AND d.objid = owned.oid AND deptype = 'e')
  ORDER BY 1, 2`;

describe('the embedded PostgreSQL', () => {
  let service: Service;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await newDataDir();
    service = await start(dataDir);
  });

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
    const { mode, uid } = statSync(join(dataDir, 'postgres'));
    expect(mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'postgres.log')).uid).toBe(uid);
    expect(statSync(join(dataDir, 'postgres', 'pagegrade-password')).mode & 0o777).toBe(0o600);
  });

  it('keeps what it confirmed if the machine loses power', async () => {
    expect(await asSuperuser(dataDir, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
    expect(await asSuperuser(dataDir, 'SHOW full_page_writes')).toEqual([{ full_page_writes: 'on' }]);
    expect(await asSuperuser(dataDir, 'SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
  });

  it('sees the secrets in the environment only if it runs as the same user', () => {
    const environment = readFileSync(`/proc/${postmasterOf(dataDir).pid}/environ`, 'utf8');
    expect(environment.includes('embedded-test-key')).toBe(!isRoot);
  });

  it('puts a long log aside when it starts', async () => {
    const own = await newDataDir();
    const log = join(own, 'postgres.log');
    writeFileSync(log, 'LOG:  ready\n'.repeat(900_000));
    await stop(await start(own));
    expect([log, `${log}.1`].map((path) => statSync(path).size > 10e6)).toEqual([false, true]);
    await rm(own, { recursive: true, force: true });
  });

  it('stops with its last client, although a statement still runs whose connection was closed', async () => {
    const folder = await newFolder();
    const postgres = await startEmbeddedPostgres(folder);
    const socket = new Socket();
    const client = new pg.Client({ connectionString: postgres.url, stream: () => socket });
    client.on('error', () => undefined);
    await client.connect();
    client.query('SELECT pg_sleep(0.3)').catch(() => undefined);
    await sleep(100);
    socket.destroy();
    await postgres.stop();
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  it('starts where a loss of power has left its number to another program', async () => {
    const own = await newDataDir();
    await stop(await start(own));
    const longAgo = ['1000000000', '5432', '', '127.0.0.1', '', 'starting', ''];
    writeFileSync(
      join(own, 'postgres', 'postmaster.pid'),
      [process.pid, join(own, 'postgres'), ...longAgo].join('\n'),
    );
    const service = await start(own);
    expect(await statusOfList(service)).toBe(200);
    await stop(service);
    await rm(own, { recursive: true, force: true });
  });

  it('is used as the owner of the database, who is no superuser', async () => {
    const sessions = await asSuperuser(
      dataDir,
      `SELECT DISTINCT application_name, rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls AS has_more,
          usesysid = datdba AS is_owner
        FROM pg_stat_activity JOIN pg_roles ON pg_roles.oid = usesysid JOIN pg_database ON pg_database.oid = datid
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY 1`,
    );
    expect(sessions).toEqual(
      ['pagegrade', 'pagegrade queue', 'pagegrade session'].map((application_name) => ({
        application_name,
        has_more: false,
        is_owner: true,
      })),
    );
  });
});

describe('the files of an earlier version', () => {
  it('are taken over: those of root on disk, and those of the superuser in the database', async () => {
    const dataDir = await newFolder();
    const first = await startForTest(dataDir);
    const owners = await asSuperuser(dataDir, OWNERS);
    expect(owners.length).toBeGreaterThan(50);
    await asSuperuser(dataDir, 'REASSIGN OWNED BY pagegrade TO postgres');
    first.process.kill('SIGKILL');
    await first.ended;
    await asSuperuser(
      dataDir,
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = 'pagegrade'`,
      'DROP ROLE pagegrade',
    );
    const { pid } = postmasterOf(dataDir);
    process.kill(pid, 'SIGINT');
    await untilGone(pid);
    if (isRoot) execFileSync('chown', ['-R', '0:0', dataDir]);

    const services = await Promise.all([startForTest(dataDir), startForTest(dataDir)]);
    for (const service of services) expect(await statusOfList(service)).toBe(200);
    expect(await asSuperuser(dataDir, OWNERS)).toEqual(owners);
    for (const path of ['.', 'PG_VERSION', 'base', 'pagegrade-password'])
      expect(statSync(join(dataDir, 'postgres', path)).uid === 0).toBe(false);
  });

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
  });
});
