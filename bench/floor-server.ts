import { createServer } from 'node:http';
import pg from 'pg';

/** The least that a list can cost: node:http and pg, one named statement, no more. Takes its statement and
 *  connection from its parent, tells it the port. */
process.once('message', (task: { url: string; text: string; values: unknown[] }) => {
  const pool = new pg.Pool({ connectionString: task.url, max: 10 });
  const query = { name: 'floor', text: task.text, values: task.values };
  const server = createServer((_request, response) => {
    void pool.query(query).then(({ rows }) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: rows }));
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
