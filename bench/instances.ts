/** Starts 20 instances at once on an empty database, and on one whose migration takes 10 s more. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { benchDatabase } from './support/database.js';
import { freePorts, Member } from './support/fleet.js';

const INSTANCES = 20;

const server = await benchDatabase({ max_connections: '500' });
for (const kind of ['empty', 'slow'] as const) {
  const name = `instances_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client({ connectionString: server.administratorUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} OWNER ${new URL(server.url).username} TEMPLATE template0`);
  const url = server.url.replace(/[^/]+$/, name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  if (kind === 'slow') await slowDownMigrations(server.administratorUrl.replace(/[^/]+$/, name));
  const startedAt = Date.now();
  const members = (await freePorts(INSTANCES)).map((port) => {
    const member = new Member('api', port, { DATABASE_URL: url, DATABASE_POOL_SIZE: '2' });
    member.start();
    return member;
  });
  const ready = await Promise.allSettled(members.map((member) => member.ready()));
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  const { rows } = await client.query<{ name: string; times: number }>(
    'SELECT name, count(*)::int AS times FROM migrations GROUP BY name',
  );
  const isOnce = rows.every(({ times }) => times === 1);
  const count = ready.filter(({ status }) => status === 'fulfilled').length;
  console.log(
    `${kind === 'empty' ? 'empty database' : 'migration of 10 s'}: ${count} of ${INSTANCES} ready after ${seconds} s, ${rows.length} migrations, ${isOnce ? 'each ran once' : 'SOME RAN TWICE'}`,
  );
  if (count < INSTANCES || !isOnce) process.exitCode = 1;
  await Promise.all(members.map((member) => member.end('SIGKILL')));
  await client.end();
  await admin.end();
}
await server.stop();

/** An event trigger, which only a superuser may create, has the first statement of the first migration take 10 s. */
async function slowDownMigrations(administratorUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: administratorUrl });
  await client.connect();
  await client.query('CREATE SEQUENCE statements');
  await client.query(`CREATE FUNCTION dawdle() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS
    $$ BEGIN IF nextval('statements') = 1 THEN PERFORM pg_sleep(10); END IF; END $$`);
  await client.query('CREATE EVENT TRIGGER dawdle ON ddl_command_start EXECUTE FUNCTION dawdle()');
  await client.end();
}
