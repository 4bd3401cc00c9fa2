import { DatabaseSession } from '../../../src/platform/database/database-session.js';
import { NAMES_SEED } from '../../../src/platform/database/advisory-locks.js';
import { startApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';

/** Taking so many locks takes a second and more. */
const NAMES = Array.from({ length: 4000 }, (_, n) => `name ${String(n)}`);

it('a lock that is dropped while the session connects again is released', async () => {
  const test = await startApp();
  const session = test.app.get(DatabaseSession);
  await session.whenConnected();
  for (const name of NAMES) await session.hold(name);
  /** Of the session that holds the lock of a name; null: none does. */
  const holder = async (name: string) => {
    const [row] = await test.database.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted
        AND (classid::bigint << 32) | objid::bigint = hashtextextended($1, $2)`,
      [name, NAMES_SEED],
    );
    return row?.pid ?? null;
  };
  const first = await holder('name 0');
  expect(first).not.toBeNull();
  await test.database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pagegrade session'`,
  );
  await eventually(() => Promise.resolve(!session.isConnected));
  await eventually(async () => ![null, first].includes(await holder('name 0')));
  expect(session.isConnected).toBe(false);
  session.drop('name 0');
  await session.whenConnected();
  expect(await holder('name 0')).toBeNull();
  expect(await holder('name 1')).not.toBeNull();
  expect(await holder('name 3999')).toBe(await holder('name 1'));
  await test.close();
});
