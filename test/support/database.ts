import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  /** Runs one statement beside the application. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

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
