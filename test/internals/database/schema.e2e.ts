import { DataSource } from 'typeorm';
import { startApp, type TestApp } from '../../support/app.js';

/** Tables that are read and written by SQL of ours alone, and those of the libraries. */
const WITHOUT_ENTITY = [
  'account_windows',
  'audit_turns',
  'creation_windows',
  'idempotency_keys',
  'migrations',
];

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('the entities', () => {
  it('describe the schema that the migrations make: TypeORM would change nothing', async () => {
    const source = test.app.get(DataSource);
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('are there for every table but a few', async () => {
    const tables = await test.database.query<{ table_name: string }>(
      `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
    );
    const entities = test.app.get(DataSource).entityMetadatas.map(({ tableName }) => tableName);
    expect(tables.map((table) => table.table_name)).toEqual([...entities, ...WITHOUT_ENTITY].toSorted());
  });
});
