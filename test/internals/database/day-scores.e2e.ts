import { migrate } from '../../../src/platform/database/migrate.js';
import { MIGRATIONS } from '../../../src/platform/database/migrations/migrations.js';
import { emptyDatabase, type TestDatabase } from '../../support/database.js';

const BEFORE = MIGRATIONS.findIndex(({ name }) => name.startsWith('FillDayScores'));

const STORE = `INSERT INTO reports (account_id, website_id, url, url_folded, status, score, result, generated_at, confirms)
  SELECT account_id, id, $2, $2, 'completed', $3, 'bad', now(), $4 FROM websites WHERE domain = $1`;

let database: TestDatabase;

afterEach(() => database.drop());

async function website(domain: string): Promise<void> {
  await database.query(
    `INSERT INTO websites (account_id, domain, privacy, share_token) SELECT id, $1, 1, $1 FROM accounts`,
    [domain],
  );
}

/** A day that begins with a report that does not count in it. */
async function store(domain: string, scores: readonly number[]): Promise<void> {
  await website(domain);
  for (const [at, score] of [50, ...scores].entries())
    await database.query(STORE, [domain, `https://${domain}/${String(at)}`, score, at === 0]);
}

/** The array of each day's scores by domain, as text: with its bounds, if it does not begin at 1. */
async function kept(): Promise<[string, string][]> {
  const rows = await database.query<{ domain: string; scores: string }>(
    `SELECT w.domain, d.scores::text FROM website_days d JOIN websites w ON w.id = d.website_id ORDER BY w.id`,
  );
  return rows.map(({ domain, scores }) => [domain, scores]);
}

const scoresOf = (counts: Readonly<Record<number, number>>) => {
  const highest = Math.max(...Object.keys(counts).map(Number));
  return `{${Array.from({ length: highest + 1 }, (_, score) => counts[score] ?? 'NULL').join(',')}}`;
};

it('days of scores that do not begin at 1 are filled up, also those that a backup has moved', async () => {
  database = await emptyDatabase();
  await migrate(database.url, { migrations: MIGRATIONS.slice(0, BEFORE) });
  await database.query(`INSERT INTO accounts (name) VALUES ('a')`);
  await store('moved.example', [7, 9, 9]);
  await store('empty.example', []);
  await store('restored.example', [70, 88, 88]);
  const restored = `[71:89]=${scoresOf({ 0: 1, 18: 2 })}`;
  expect((await kept()).at(-1)).toEqual(['restored.example', restored]);
  await database.query(
    `UPDATE website_days SET scores = ARRAY(SELECT unnest(scores)) WHERE website_id =
      (SELECT id FROM websites WHERE domain = 'restored.example')`,
  );
  await migrate(database.url);
  expect(await kept()).toEqual([
    ['moved.example', scoresOf({ 7: 1, 9: 2 })],
    ['empty.example', '{NULL}'],
    ['restored.example', scoresOf({ 70: 1, 88: 2 })],
  ]);
});

it('the scores of a day begin at 1, whatever it begins with', async () => {
  database = await emptyDatabase();
  await migrate(database.url);
  await database.query(`INSERT INTO accounts (name) VALUES ('a')`);
  await store('confirmed.example', [3, 5]);
  await website('deleted.example');
  const old = ['deleted.example', 'https://deleted.example/', 20, false];
  await database.query(STORE.replace('now()', `now() - interval '3 days'`), old);
  await database.query('DELETE FROM reports WHERE score = 20');
  await database.query(STORE, ['deleted.example', 'https://deleted.example/', 6, false]);
  expect((await kept()).filter(([, scores]) => scores.includes('1'))).toEqual([
    ['confirmed.example', scoresOf({ 3: 1, 5: 1 })],
    ['deleted.example', scoresOf({ 6: 1 })],
  ]);
});
