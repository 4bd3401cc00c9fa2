import { createHmac } from 'node:crypto';
import pg from 'pg';

const ROLE = 'pagegrade';
const DATABASE = 'pagegrade';
/** Lock in the database "postgres": processes that start at once prepare one after the other. */
const PREPARING_LOCK = 7_247_437;

/** The superuser's connections; also how they are told from those that use the service's data. */
export const ADMINISTRATION = 'pagegrade administration';

/** Addresses of one server's database. It has no TLS, whatever the environment says of others (`PGSSLMODE`). */
export interface Addresses {
  /** As the role "pagegrade": owner of the database, without further rights. */
  readonly url: string;
  /** As the superuser. */
  readonly administratorUrl: string;
}

/** @param password of the superuser */
export function addressesOf(port: number, password: string): Addresses {
  const at = `127.0.0.1:${String(port)}/${DATABASE}`;
  return {
    url: `postgresql://${ROLE}:${passwordFrom(password)}@${at}?sslmode=disable`,
    administratorUrl: `postgresql://postgres:${password}@${at}`,
  };
}

/** Creates the role and its database, or makes the role the owner of a database that the superuser owns.
 *  Any number of processes may call it at once. */
export async function prepareDatabase({ url, administratorUrl }: Addresses): Promise<void> {
  await administer(administratorUrl, 'postgres', async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [PREPARING_LOCK]);
    const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [ROLE]);
    if (role.rowCount === 0) {
      await client.query(
        `CREATE ROLE ${ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD '${new URL(url).password}'`,
      );
    }
    const { rows } = await client.query<{ owner: string }>(
      'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1',
      [DATABASE],
    );
    const owner = rows[0]?.owner;
    if (owner === undefined) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`);
    else if (owner !== ROLE) await giveDatabase(administratorUrl);
  });
}

/** Runs `work` as the superuser. */
export async function administer<T>(
  administratorUrl: string,
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: administratorUrl.replace(/[^/]+$/, database),
    connectionTimeoutMillis: 5000,
    application_name: ADMINISTRATION,
    ssl: false,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The role needs no file of its own, and from its password the superuser's can't be computed. */
function passwordFrom(superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(`role ${ROLE}`).digest('hex');
}

/** REASSIGN OWNED refuses the first superuser, who owns the system's objects too. */
async function giveDatabase(administratorUrl: string): Promise<void> {
  await administer(administratorUrl, DATABASE, (client) => client.query(GIVE_OBJECTS));
}

/** What belongs to an extension, a table (its sequences, types and indexes) or the system stays where it is. */
const GIVE_OBJECTS = `DO $$
  DECLARE
    statement text;
  BEGIN
    FOR statement IN
      WITH given AS (SELECT oid FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'),
      bound AS (SELECT classid, objid FROM pg_depend WHERE deptype IN ('e', 'a', 'i'))
      SELECT format('SCHEMA %I', nspname) FROM pg_namespace n WHERE nspowner = 10 AND oid IN (TABLE given)
      UNION ALL
      SELECT format('TABLE %s', oid::regclass) FROM pg_class
        WHERE relowner = 10 AND relnamespace IN (TABLE given) AND relkind IN ('r', 'p', 'v', 'm', 'S')
          AND ('pg_class'::regclass, oid) NOT IN (TABLE bound)
      UNION ALL
      SELECT format('ROUTINE %s', oid::regprocedure) FROM pg_proc
        WHERE proowner = 10 AND pronamespace IN (TABLE given) AND ('pg_proc'::regclass, oid) NOT IN (TABLE bound)
      UNION ALL
      SELECT format('TYPE %s', t.oid::regtype) FROM pg_type t LEFT JOIN pg_class c ON c.oid = typrelid
        WHERE typowner = 10 AND typnamespace IN (TABLE given) AND typelem = 0
          AND (typtype IN ('d', 'e', 'r') OR c.relkind = 'c') AND ('pg_type'::regclass, t.oid) NOT IN (TABLE bound)
    LOOP
      EXECUTE 'ALTER ' || statement || ' OWNER TO ${ROLE}';
    END LOOP;
    ALTER DATABASE ${DATABASE} OWNER TO ${ROLE};
  END $$`;
