import { readConfigOrExit } from '../config/read-or-exit.js';
import { withDatabase } from '../database/connected-config.js';
import { migrate } from '../database/migrate.js';

/** Brings the schema up to date and says what was done. */
export async function runMigrations(): Promise<void> {
  const { config, stop } = await withDatabase(readConfigOrExit());
  const done = await migrate(config.migrationDatabaseUrl ?? '').catch((error: unknown) => {
    process.stderr.write(`The schema could not be brought up to date: ${String(error)}\n`);
    process.exitCode = 1;
    return [];
  });
  for (const name of done) process.stdout.write(`Migrated: ${name}\n`);
  if (done.length === 0 && process.exitCode !== 1) process.stdout.write('The schema is up to date.\n');
  await stop();
}
