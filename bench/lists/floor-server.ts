/** The floor of a request: bare node:http and pg send the same statements, named, and nothing else. Gets its task from
 *  its parent and replies with its port. */
import { createServer } from 'node:http';
import pg from 'pg';
import { type Statement } from './statements.js';

/** What a server beside the service is to do for each request. */
export interface ServerTask {
  /** Of the database. */
  readonly url: string;
  /** Header of each request. */
  readonly authorization: string;
  readonly statements: readonly Statement[];
}

process.once('disconnect', () => process.exit());
process.once('message', ({ url, statements }: ServerTask) => {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const queries = statements.map(({ text, values }, index) => ({
    name: `floor_${index}`,
    text,
    values: [...values],
  }));
  const server = createServer((_request, response) => {
    void (async () => {
      let rows: unknown[] = [];
      const client = await pool.connect();
      for (const query of queries) ({ rows } = await client.query<Record<string, unknown>>(query));
      client.release();
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: rows }));
    })();
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
