import { type Config } from '../config/config.js';
import { type ClusterOptions } from '../embedded-postgres/cluster.js';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';

export interface ConnectedConfig {
  /** With the address of a database in any case. */
  readonly config: Config;
  /** Stops the database if it was started here and nobody else uses it. */
  readonly stop: () => Promise<void>;
}

/** Settings with a database: the one that they name, or else the embedded one, started now. */
export async function withDatabase(config: Config, options: ClusterOptions = {}): Promise<ConnectedConfig> {
  if (config.databaseUrl !== null) return { config, stop: () => Promise.resolve() };
  const postgres = await startEmbeddedPostgres(config.dataDir, options);
  const { url } = postgres;
  return { config: { ...config, databaseUrl: url, migrationDatabaseUrl: url }, stop: () => postgres.stop() };
}
