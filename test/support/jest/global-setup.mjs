import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// Jest does not compile its global setup, hence the built files.
import { startEmbeddedPostgres } from '../../../dist/platform/embedded-postgres/embedded-postgres.js';
import { migrate } from '../../../dist/platform/database/migrate.js';

/** One PostgreSQL server for the whole run; its first database is the template of every other. */
export default async function globalSetup() {
  const dataDir = await mkdtemp(join(tmpdir(), 'pagegrade-test-'));
  const settings = { max_connections: '300' };
  const postgres = await startEmbeddedPostgres(dataDir, { settings, isTemporary: true });
  await migrate(postgres.url);
  process.env.PAGEGRADE_TEST_TEMPLATE_URL = postgres.url;
  process.env.PAGEGRADE_TEST_ADMINISTRATOR_URL = postgres.administratorUrl;
  globalThis.testCluster = { ...postgres, dataDir };
}
