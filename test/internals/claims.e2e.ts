import pg from 'pg';
import { Database } from '../../src/database/database.js';
import { startApp, startInstance, type TestApp } from '../support/app.js';

let test: TestApp;

beforeEach(async () => {
  test = await startApp({ ROLE: 'api', STRIP_WWW: 'true' });
});

afterEach(() => test.close());

function accept(account: TestApp['owner'], url: string) {
  return account.call('post', '/api/v1/reports').set('Prefer', 'respond-async').send({ url }).expect(202);
}

describe('a claim', () => {
  it('waits for no deletion, and takes what is not being deleted', async () => {
    const { body: doomed } = await accept(test.owner, 'https://one.example/');
    const { body: other } = await accept(test.stranger, 'https://two.example/');
    const deletion = new pg.Client({ connectionString: test.database.url });
    await deletion.connect();
    await deletion.query('BEGIN');
    await deletion.query('DELETE FROM reports WHERE id = $1', [doomed.data.id]);
    const claim = async () =>
      (
        await test.database.query<{ report_id: string }>('SELECT report_id FROM claim_audit($1, 5, 5, 10)', [
          'w',
        ])
      ).map(({ report_id }) => Number(report_id));
    expect(await claim()).toEqual([other.data.id]);
    expect(await claim()).toEqual([]);
    await deletion.query('ROLLBACK');
    await deletion.end();
    expect(await claim()).toEqual([doomed.data.id]);
  });
});

describe('the same url, of two websites', () => {
  it('is counted by each of them', async () => {
    const exact = await startInstance(test.database.url, { ROLE: 'api', STRIP_WWW: 'false' });
    await exact.app.get(Database).connect();
    await accept(test.owner, 'https://www.nowhere.invalid.example/');
    const response = await fetch(`${exact.url}/api/v1/reports`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${test.owner.key}`,
        'content-type': 'application/json',
        prefer: 'respond-async',
      },
      body: JSON.stringify({ url: 'https://www.nowhere.invalid.example/' }),
    });
    const { data } = (await response.json()) as { data: { id: number } };
    const worker = await startInstance(test.database.url, { STRIP_WWW: 'false' });
    await worker.app.get(Database).connect();
    await test.owner
      .call('get', `/api/v1/reports/${String(data.id)}`)
      .set('Prefer', 'wait=20')
      .expect(200);
    const numbers = await test.database.query(
      `SELECT w.domain, w.completed_count::int AS kept, count(r.score)::int AS counted
        FROM websites w JOIN reports r ON r.website_id = w.id WHERE r.status = 'completed' GROUP BY 1, 2`,
    );
    for (const { kept, counted } of numbers as { kept: number; counted: number }[])
      expect(kept).toBe(counted);
    expect(numbers).toContainEqual({ domain: 'www.nowhere.invalid.example', kept: 1, counted: 1 });
    await worker.close();
    await exact.close();
  });
});
