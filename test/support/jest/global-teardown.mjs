import { rm } from 'node:fs/promises';
import pg from 'pg';

export default async function globalTeardown() {
  const { stop, dataDir, administratorUrl } = globalThis.testCluster;
  await endSessions(administratorUrl);
  await stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** A server that somebody still uses is not stopped. */
async function endSessions(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  await client.end();
}
