import { createServer } from 'node:http';
import pg from 'pg';

/** What a request asks the database for: these statements, one after the other. */
export interface FloorTask {
  readonly url: string;
  readonly statements: readonly { readonly text: string; readonly values: readonly unknown[] }[];
}

/** The least that an answer can cost: node:http and pg, the same named statements, no more. Takes its task from its
 *  parent, tells it the port. */
process.once('message', ({ url, statements }: FloorTask) => {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const queries = statements.map(({ text, values }, index) => ({
    name: `floor_${index}`,
    text,
    values: [...values],
  }));
  const server = createServer((_request, response) => {
    void (async () => {
      let rows: unknown[] = [];
      for (const query of queries) ({ rows } = await pool.query<Record<string, unknown>>(query));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: rows }));
    })();
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
