/** Instances that start at once on an empty database all become ready and each migration runs once, also when it takes
 *  10 s.
 *  npm run test:lab -- instances --count 5 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { parseArgs } from 'node:util';
import { benchDatabase } from '../../../bench/support/database.js';
import { freePorts, ServiceProcess } from '../../../bench/support/service.js';

const { values: options } = parseArgs({ options: { count: { type: 'string', default: '20' } } });
const INSTANCES = Number(options.count);

const server = await benchDatabase({ settings: { max_connections: '500' } });
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
  const env = { DATABASE_URL: url, DATABASE_POOL_SIZE: '2' };
  const members = (await freePorts(INSTANCES)).map((port) => new ServiceProcess('api', port, env));
  for (const member of members) member.start();
  const started = await Promise.allSettled(members.map((member) => member.ready()));
  const ready = started.filter(({ status }) => status === 'fulfilled').length;
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  const { rows } = await client.query<{ name: string; times: number }>(
    'SELECT name, count(*)::int AS times FROM migrations GROUP BY name',
  );
  const isOnce = rows.every(({ times }) => times === 1);
  console.log(
    `${kind === 'empty' ? 'empty database' : 'migration of 10 s'}: ${ready} of ${INSTANCES} ready after ${seconds} s, ${rows.length} migrations, ${isOnce ? 'each ran once' : 'SOME RAN TWICE'}`,
  );
  if (ready < INSTANCES || !isOnce) process.exitCode = 1;
  await Promise.all(members.map((member) => member.end('SIGKILL')));
  await client.end();
  await admin.end();
}
await server.stop();

/** The first statement of the first migration takes 10 s, by an event trigger, which only a superuser may create. */
async function slowDownMigrations(administratorUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: administratorUrl });
  await client.connect();
  await client.query('CREATE SEQUENCE statements');
  await client.query(`CREATE FUNCTION delay() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS
    $$ BEGIN IF nextval('statements') = 1 THEN PERFORM pg_sleep(10); END IF; END $$`);
  await client.query('CREATE EVENT TRIGGER delay ON ddl_command_start EXECUTE FUNCTION delay()');
  await client.end();
}
