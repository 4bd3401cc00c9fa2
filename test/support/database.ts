import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  /** Runs one statement beside the application. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Whether a statement waits for a lock. */
  isAnyWaiting(): Promise<boolean>;
  drop(): Promise<void>;
}

const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** A database of its own with the current schema and nothing in it; its owner is no superuser, as in the product. */
export async function freshDatabase(): Promise<TestDatabase> {
  return databaseFrom('pagegrade');
}

/** A database of its own without any schema. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return databaseFrom('template0');
}

/** The global setup tells Jest's workers by the environment. */
function urlOf(name: 'TEMPLATE' | 'ADMINISTRATOR'): string {
  const url = process.env[`PAGEGRADE_TEST_${name}_URL`];
  if (url === undefined) throw new Error('Jest was started without its global setup');
  return url;
}

async function databaseFrom(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = urlOf('TEMPLATE').replace(/[^/]+$/, name);
  await administer(`CREATE DATABASE ${name} OWNER ${new URL(url).username} TEMPLATE ${template}`);
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  return {
    url,
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    isAnyWaiting: async () => (await pool.query(WAITING)).rows.length > 0,
    drop: async () => {
      await pool.end();
      await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** Two sessions can't copy one template at the same moment: then the server says so, and the other tries again. */
async function administer(statement: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ connectionString: urlOf('ADMINISTRATOR').replace(/[^/]+$/, 'postgres') });
    await client.connect();
    try {
      await client.query(statement);
      return;
    } catch (error) {
      if (attempt === 50 || !String(error).includes('being accessed by other users')) throw error;
    } finally {
      await client.end();
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Runs a statement that inserts thousands of rows without the triggers that count them, then counts all at once. */
export async function insertMany(
  database: TestDatabase,
  text: string,
  values: unknown[] = [],
): Promise<void> {
  for (const table of ['websites', 'reports'])
    await database.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await database.query(text, values);
  for (const table of ['websites', 'reports'])
    await database.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  await database.query(
    `UPDATE websites w SET reports_count = c.n, completed_count = c.completed, score_sum = c.sum, good_count = c.good,
        decent_count = c.decent, bad_count = c.bad, reports_avg_score = round(c.sum / nullif(c.completed, 0)::numeric, 2)
      FROM (SELECT website_id, count(*) n, count(score) completed, coalesce(sum(score), 0) sum, ${RESULTS}
        FROM reports GROUP BY 1) c WHERE w.id = c.website_id`,
  );
  await database.query(
    `UPDATE accounts a SET reports_count = c.n, good_count = c.good, decent_count = c.decent, bad_count = c.bad,
        websites_count = (SELECT count(*) FROM websites w WHERE w.account_id = a.id)
      FROM (SELECT account_id, count(*) n, ${RESULTS} FROM reports GROUP BY 1) c WHERE a.id = c.account_id`,
  );
}

const RESULTS = ['good', 'decent', 'bad']
  .map((result) => `count(*) FILTER (WHERE result = '${result}') ${result}`)
  .join(', ');
