import { DatabaseSession } from '../../../src/platform/database/database-session.js';
import { NAMES_SEED } from '../../../src/platform/database/advisory-locks.js';
import { startApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';

/** Taking so many locks takes a while. */
const NAMES = Array.from({ length: 2000 }, (_, n) => `name ${String(n)}`);

it('a lock that is dropped while the session connects again is released', async () => {
  const test = await startApp();
  const session = test.app.get(DatabaseSession);
  await session.whenConnected();
  for (const name of NAMES) await session.hold(name);
  const held = async (name: string) => {
    const rows = await test.database.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted
        AND (classid::bigint << 32) | objid::bigint = hashtextextended($1, $2)`,
      [name, NAMES_SEED],
    );
    return rows.length > 0;
  };
  expect(await held('name 0')).toBe(true);
  await test.database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pagegrade session'`,
  );
  await eventually(() => Promise.resolve(!session.isConnected));
  await eventually(() => held('name 0'));
  expect(session.isConnected).toBe(false);
  session.drop('name 0');
  await session.whenConnected();
  expect([await held('name 0'), await held('name 1'), await held('name 1999')]).toEqual([false, true, true]);
  await test.close();
});
