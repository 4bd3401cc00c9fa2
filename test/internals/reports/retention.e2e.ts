import { ExpiredReportsRepository } from '../../../src/reports/expired-reports.repository.js';
import { RetentionJob } from '../../../src/reports/retention.job.js';
import { aRun } from '../../support/job-run.js';
import { startApp } from '../../support/app.js';
import { createdMonitor, MONITORS } from '../../support/monitors.js';
import { storedReport } from '../../support/reports.js';

describe('retention', () => {
  it('deletes what is older, but for the newest of each url, and keeps the numbers exact', async () => {
    const test = await startApp({ RETENTION_DAYS: '30', RETENTION_KEEP: '2' });
    const ids: number[] = [];
    for (let n = 0; n < 5; n++)
      ids.push(await storedReport(test, test.owner, 'https://kept.example/', 50 + n));
    const alone = await storedReport(test, test.owner, 'https://kept.example/alone', 90);
    await test.database.query(`UPDATE reports SET created_at = now() - interval '31 days' WHERE id <> $1`, [
      ids[1],
    ]);
    const { id: monitorId } = await createdMonitor(test.owner, { url: 'https://kept.example/' });
    await test.database.query('UPDATE monitors SET last_report_id = $1', [ids[0]]);
    await test.app.get(RetentionJob).run({}, aRun());
    const monitor = await test.owner.call('get', `${MONITORS}/${String(monitorId)}`).expect(200);
    expect(monitor.body.data.last_report_id).toBeNull();
    const { body } = await test.owner.call('get', '/api/v1/reports?sort=asc').expect(200);
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([ids[1], ids[3], ids[4], alone]);
    const websites = await test.owner.call('get', '/api/v1/websites').expect(200);
    expect(websites.body.data[0]).toMatchObject({ reports_count: 4, reports_avg_score: 62 });
    await test.close();
  });

  it('leaves the history of websites as it is, which a deletion by request does not', async () => {
    const test = await startApp({ RETENTION_DAYS: '30', RETENTION_KEEP: '1' });
    const generatedAt = new Date('2026-01-05T12:00:00Z');
    const url = 'https://past.example/';
    for (const score of [40, 60]) await storedReport(test, test.owner, url, score, { generatedAt });
    const last = await storedReport(test, test.owner, url, 80, { generatedAt });
    await test.database.query(`UPDATE reports SET created_at = generated_at`);
    const before = await test.owner.call('get', `/api/v1/reports/${String(last)}`).expect(200);
    const website = `/api/v1/websites/${String(before.body.data.website_id)}`;
    const history = async () => (await test.owner.call('get', `${website}/history`).expect(200)).body.data;
    const whole = [{ start: '2026-01-05', count: 3, average: 60, min: 40, max: 80 }];
    expect(await history()).toEqual(whole);
    await test.app.get(RetentionJob).run({}, aRun());
    const after = await test.owner.call('get', website).expect(200);
    expect(after.body.data).toMatchObject({ reports_count: 1, reports_avg_score: 80 });
    expect(await history()).toEqual(whole);
    await test.owner.call('delete', `/api/v1/reports/${String(last)}`).expect(200);
    expect(await history()).toEqual([{ start: '2026-01-05', count: 2, average: 50, min: 40, max: 60 }]);
    await test.close();
  });

  it('keeps the newest that was completed where later ones failed', async () => {
    const test = await startApp({ RETENTION_DAYS: '30', RETENTION_KEEP: '1' });
    const ids: number[] = [];
    for (let n = 0; n < 4; n++) ids.push(await storedReport(test, test.owner, 'https://failing.example/'));
    await test.database.query(
      `UPDATE reports SET status = 'failed', score = NULL, result = NULL, error_code = 'audit_failed', error_detail = 'x'
        WHERE id = ANY($1)`,
      [ids.slice(2)],
    );
    await test.database.query(`UPDATE reports SET created_at = now() - interval '31 days'`);
    await test.app.get(RetentionJob).run({}, aRun());
    const { body } = await test.owner.call('get', '/api/v1/reports?sort=asc').expect(200);
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([ids[1], ids[3]]);
    await test.close();
  });

  it('forgets all Idempotency-Keys of more than a day, however many they are', async () => {
    const test = await startApp({ ROLE: 'api' });
    await test.database.query(
      `INSERT INTO idempotency_keys (account_id, key, request_hash, created_at)
        SELECT $1, 'key-' || n, '', now() - n * interval '1 minute' FROM generate_series(1, 4000) AS n`,
      [test.owner.id],
    );
    await test.app.get(RetentionJob).run({}, aRun());
    const [row] = await test.database.query(
      `SELECT count(*)::int AS kept, min(created_at) > now() - interval '24 hours' AS young FROM idempotency_keys`,
    );
    expect(row).toEqual({ kept: 1439, young: true });
    await test.close();
  });

  it('looks at a bounded number of reports at a time', async () => {
    const test = await startApp({ ROLE: 'api' });
    const reports = test.app.get(ExpiredReportsRepository);
    const ids: number[] = [];
    for (let n = 0; n < 5; n++)
      ids.push(await storedReport(test, test.owner, `https://kept.example/${String(n % 4)}`));
    await test.database.query(`UPDATE reports SET created_at = now() - interval '31 days' WHERE id <> $1`, [
      ids[4],
    ]);
    const old = (after: number) => reports.oldestAfter(test.owner.id, after, { days: 30, keep: 1, limit: 3 });
    expect(await old(0)).toEqual(ids.slice(0, 3).map((id, n) => ({ id, isExpired: n === 0 })));
    expect(await old(ids[2] ?? 0)).toEqual([{ id: ids[3], isExpired: false }]);
    expect(await old(ids[3] ?? 0)).toEqual([]);
    await test.close();
  });
});
