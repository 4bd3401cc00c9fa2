import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { AuthService } from '../../src/auth/auth.service.js';
import { Database } from '../../src/platform/database/database.js';
import { DatabaseUnavailable } from '../../src/platform/database/database-errors.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { hashOf } from '../../src/auth/secret.js';
import { eventually } from '../support/eventually.js';
import { type Instance, startInstance } from '../support/app.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { type Wire, wireTo } from '../support/proxy.js';

const KEY = 'a-key-of-the-settings';

let database: TestDatabase;
let wire: Wire;
let instance: Instance;

afterEach(async () => {
  await instance.close();
  await wire.cut();
  await database.drop();
});

async function start({ isCut }: { isCut: boolean }): Promise<void> {
  database = await freshDatabase();
  wire = await wireTo(database.url, { isCut });
  instance = await startInstance(wire.url, { API_KEY: KEY });
}

async function call(
  path: string,
): Promise<{ status: number; ms: number; retryAfter: string | null; type: string | null }> {
  const startedAt = performance.now();
  const response = await fetch(instance.url + path, { headers: { authorization: `Bearer ${KEY}` } });
  await response.arrayBuffer();
  return {
    status: response.status,
    ms: performance.now() - startedAt,
    retryAfter: response.headers.get('retry-after'),
    type: response.headers.get('content-type'),
  };
}

async function expectUnavailable(): Promise<void> {
  const answer = await call('/api/v1/reports');
  expect(answer).toMatchObject({ status: 503, type: 'application/problem+json; charset=utf-8' });
  expect(Number(answer.retryAfter)).toBeGreaterThan(0);
  expect(answer.ms).toBeLessThan(5500);
  expect((await call('/health/ready')).status).toBe(503);
  expect((await call('/health/live')).status).toBe(200);
}

async function expectRecovery(): Promise<void> {
  for (const deadline = Date.now() + 6000; Date.now() < deadline;) {
    if ((await call('/api/v1/reports')).status === 200) break;
    await sleep(100);
  }
  expect((await call('/api/v1/reports')).status).toBe(200);
  expect((await call('/health/ready')).status).toBe(200);
}

describe('PostgreSQL', () => {
  it('away at the start: the service waits for it, and says so', async () => {
    await start({ isCut: true });
    const connected = instance.app.get(Database).connect();
    await expectUnavailable();
    await wire.restore();
    await connected;
    await instance.app.get(AuthService).bootstrap();
    await expectRecovery();
  });

  it('away in flight: 503 at once, and back without a restart', async () => {
    await start({ isCut: false });
    await instance.app.get(Database).connect();
    await instance.app.get(AuthService).bootstrap();
    await expectRecovery();
    await wire.cut();
    await sleep(1100);
    await expectUnavailable();
    await wire.restore();
    await expectRecovery();
  });

  it('away: metrics of the queue are missing instead of old', async () => {
    await start({ isCut: false });
    await instance.app.get(Database).connect();
    const { registry } = instance.app.get(Metrics);
    const shown = async () => {
      const text = await registry.metrics();
      return /^pagegrade_(queue_depth\{state="waiting"\}|queue_oldest_seconds|deliveries_overdue) /m.test(
        text,
      );
    };
    expect(await shown()).toBe(true);
    await wire.cut();
    expect(await shown()).toBe(false);
    await wire.restore();
    await instance.app.get(AuthService).bootstrap();
    expect(await shown()).toBe(true);
  });

  it('half-open: 503 within 5 s, and back without a restart', async () => {
    await start({ isCut: false });
    await instance.app.get(Database).connect();
    await instance.app.get(AuthService).bootstrap();
    await expectRecovery();
    wire.freeze();
    await sleep(1100);
    await expectUnavailable();
    await wire.restore();
    await expectRecovery();
  });

  it('frozen for a while: no connection goes on with a transaction that nobody waits for', async () => {
    await start({ isCut: false });
    const db = instance.app.get(Database);
    await db.connect();
    await db.transaction((tx) => tx.query('SELECT 1'));
    wire.stall();
    await expect(db.transaction((tx) => tx.query('SELECT 1'))).rejects.toBeInstanceOf(DatabaseUnavailable);
    // In the driver, the end of the transaction has a time limit of its own.
    await sleep(6000);
    wire.resume();
    await sleep(1000);
    expect(
      await database.query(
        `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
      ),
    ).toEqual([]);
  });

  it('locked: 503 within 5 s, not a hang', async () => {
    await start({ isCut: false });
    await instance.app.get(Database).connect();
    await instance.app.get(AuthService).bootstrap();
    const locked = database.query(`BEGIN; LOCK TABLE reports; SELECT pg_sleep(6); COMMIT`);
    await eventually(async () => {
      const locks = await database.query(
        `SELECT 1 FROM pg_locks WHERE relation = 'reports'::regclass AND mode = 'AccessExclusiveLock' AND granted`,
      );
      return locks.length > 0;
    });
    const answer = await call('/api/v1/reports');
    expect(answer.status).toBe(503);
    expect(answer.ms).toBeLessThan(5000);
    await locked;
    await expectRecovery();
  });

  it('closed by its administrator: 503, and back without a restart', async () => {
    await start({ isCut: false });
    await instance.app.get(Database).connect();
    await instance.app.get(AuthService).bootstrap();
    await expectRecovery();
    const beside = new pg.Client({ connectionString: database.url.replace(/[^/]+$/, 'postgres') });
    await beside.connect();
    const name = new URL(database.url).pathname.slice(1);
    await beside.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await beside.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    await sleep(1100);
    await expectUnavailable();
    await beside.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await beside.end();
    await expectRecovery();
  });

  it('keeps the key usable that was made before', async () => {
    await start({ isCut: false });
    await instance.app.get(Database).connect();
    await instance.app.get(AuthService).bootstrap();
    const rows = await database.query('SELECT 1 FROM api_keys WHERE hash = $1', [hashOf(KEY)]);
    expect(rows).toHaveLength(1);
    await expectRecovery();
  });
});
