import { type Account, startApp, type TestApp } from '../support/app.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { type Wire, wireTo } from '../support/proxy.js';
import { storedReport } from '../support/reports.js';

let replica: TestDatabase;
let wire: Wire;
let test: TestApp;

/** A database of its own: what it holds tells which of the two answered. */
beforeEach(async () => {
  replica = await freshDatabase();
  wire = await wireTo(replica.url);
  test = await startApp({ READ_DATABASE_URL: wire.url });
  await storedReport(test, test.owner, 'https://primary.example/');
});

afterEach(async () => {
  await test.close();
  await wire.cut();
  await replica.drop();
});

async function urlsOf(account: Account): Promise<string[]> {
  const { body } = await account.call('get', '/api/v1/reports').expect(200);
  return body.data.map(({ url }: { url: string }) => url);
}

describe('a replica', () => {
  it('is what lists are read from', async () => {
    expect(await urlsOf(test.owner)).toEqual([]);
  });

  it('that breaks a list off is made up for by the primary, and asked again', async () => {
    await replica.query('ALTER TABLE reports RENAME TO replayed');
    await replica.query(
      `CREATE FUNCTION conflict() RETURNS bigint LANGUAGE plpgsql AS $$
        BEGIN RAISE 'canceling statement due to conflict with recovery' USING ERRCODE = '40001'; END $$`,
    );
    await replica.query(
      `CREATE VIEW reports AS SELECT id, account_id, website_id, url, url_folded, status, result,
          conflict() AS score, error_code, error_detail, created_at, updated_at, generated_at
        FROM replayed UNION ALL
        SELECT 1, ${String(test.owner.id)}, 1, '', '', '', '', conflict(), '', '', now(), now(), now()`,
    );
    expect(await urlsOf(test.owner)).toEqual(['https://primary.example/']);
    await replica.query('DROP VIEW reports');
    await replica.query('ALTER TABLE replayed RENAME TO reports');
    expect(await urlsOf(test.owner)).toEqual([]);
  });

  it('that does not answer any more is made up for by the primary, and does not hold up the end', async () => {
    expect(await urlsOf(test.owner)).toEqual([]);
    wire.freeze();
    expect(await urlsOf(test.owner)).toEqual(['https://primary.example/']);
    expect(await urlsOf(test.owner)).toEqual(['https://primary.example/']);
  });

  it('that does not know the newest schema yet is left alone for a while', async () => {
    await replica.query('ALTER TABLE reports RENAME TO replayed');
    expect(await urlsOf(test.owner)).toEqual(['https://primary.example/']);
    await replica.query('ALTER TABLE replayed RENAME TO reports');
    expect(await urlsOf(test.owner)).toEqual(['https://primary.example/']);
  });
});
