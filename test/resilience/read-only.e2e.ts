import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../../src/platform/database/database.js';
import { DatabaseUnavailable } from '../../src/platform/database/database-errors.js';
import { startApp, type TestApp } from '../support/app.js';
import { endSessions, setReadOnly } from '../support/switchover.js';

let test: TestApp;

beforeEach(async () => {
  test = await startApp({ ROLE: 'api', DATABASE_POOL_SIZE: '5' });
});

afterEach(() => test.close());

function post() {
  return test.owner
    .call('post', '/api/v1/reports')
    .set('Prefer', 'respond-async')
    .send({ url: 'https://example.com/' });
}

async function readiness(): Promise<{ status: number; reasons: string[] }> {
  const response = await fetch(`${test.url}/health/ready`);
  return { status: response.status, reasons: ((await response.json()) as { reasons: string[] }).reasons };
}

async function untilReady(): Promise<void> {
  for (const deadline = Date.now() + 5000; Date.now() < deadline;) {
    if ((await readiness()).status === 200) return;
    await sleep(50);
  }
  throw new Error('The service did not become ready');
}

describe('a database that takes no writes', () => {
  it('is an outage: 503, not ready with the reason, and no connection keeps it in mind afterwards', async () => {
    await post().expect(202);
    await setReadOnly(test.database, true);
    await sleep(100);
    expect(await readiness()).toEqual({ status: 503, reasons: ['The database is read-only.'] });
    for (let n = 0; n < 10; n++) {
      const { headers } = await post().expect(503);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    await setReadOnly(test.database, false);
    await untilReady();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post()));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202));
  });

  it('is noticed on connections that were made before', async () => {
    await post().expect(202);
    await test.database.query(
      `CREATE FUNCTION forbid() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN SET LOCAL transaction_read_only = on; UPDATE accounts SET name = name; RETURN NEW; END $$`,
    );
    await test.database.query('CREATE TRIGGER forbid BEFORE INSERT ON reports EXECUTE FUNCTION forbid()');
    await post().expect(503);
    await test.database.query('DROP TRIGGER forbid ON reports');
    await post().expect(202);
  });
});

describe('a server that can not do its work', () => {
  it.each([
    '08006',
    '08P01',
    '40001',
    '40P01',
    '53100',
    '53200',
    '53300',
    '57P01',
    '57P02',
    '57P03',
    '57P04',
    '57P05',
  ])('and says %s is answered for with 503', async (code) => {
    await test.database.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE 'refused' USING ERRCODE = '${code}'; END $$`,
    );
    await test.database.query('CREATE TRIGGER refuse BEFORE INSERT ON reports EXECUTE FUNCTION refuse()');
    const { headers, body } = await post().expect(503);
    expect(body.code).toBe('service_unavailable');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it('and ends a session between two statements of a transaction is answered for with 503, too', async () => {
    const transaction = test.app.get(Database).transaction(async (manager) => {
      const [session] = await manager.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid');
      await test.database.query('SELECT pg_terminate_backend($1)', [session?.pid]);
      await sleep(100);
      await manager.query('SELECT 1');
    });
    await expect(transaction).rejects.toBeInstanceOf(DatabaseUnavailable);
  });

  it('but ends a session alone is not noticed by the next request', async () => {
    await post().expect(202);
    await endSessions(test.database);
    await sleep(100);
    await post().expect(202);
  });
});
