import { ExpireAuditLogJob } from '../../../src/account/audit-log/expire-audit-log.job.js';
import { startApp } from '../../support/app.js';

it('entries of the audit log are deleted after 400 days, also many at once', async () => {
  const test = await startApp();
  const add = (count: number, age: string) =>
    test.database.query(
      `INSERT INTO audit_log (account_id, created_at, key_id, key_name, action, object_type, object_id, changes, ip, request_id)
        SELECT $1, now() - $3::interval, 1, 'ci', 'key.created', 'key', 1, '{}', '', '' FROM generate_series(1, $2)`,
      [test.owner.id, count, age],
    );
  await add(2500, '400 days 1 minute');
  await add(3, '399 days 23 hours');
  const never = new AbortController().signal;
  const run = { jobId: 1, workerId: '', stopping: never, signal: never };
  await test.app.get(ExpireAuditLogJob).run({}, run);
  expect(await test.database.query('SELECT count(*)::int AS entries FROM audit_log')).toEqual([
    { entries: 3 },
  ]);
  await test.close();
});
