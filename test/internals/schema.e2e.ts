import { DataSource } from 'typeorm';
import { startApp } from '../support/app.js';

describe('an entity', () => {
  it('has the columns of its table, no more and no fewer', async () => {
    const test = await startApp();
    const source = test.app.get(DataSource);
    const names = source.entityMetadatas.map(({ tableName }) => tableName);
    const columns = await test.database.query<Record<string, string>>(
      `SELECT table_name, column_name, udt_name, is_nullable FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = ANY($1)`,
      [names],
    );
    const stored = columns.map((column) =>
      [column.table_name, column.column_name, column.is_nullable].join(' '),
    );
    const mapped = source.entityMetadatas.flatMap(({ tableName, columns: mappedColumns }) =>
      mappedColumns.map(({ databaseName, isNullable }) =>
        [tableName, databaseName, isNullable ? 'YES' : 'NO'].join(' '),
      ),
    );
    expect(mapped.toSorted()).toEqual(stored.toSorted());
    await test.close();
  });
});
