// Starts a temporary server in a folder, says its process id, and ends at once.
import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../dist/platform/embedded-postgres/embedded-postgres.js';

const folder = process.argv[2];
await startEmbeddedPostgres(folder, { isTemporary: true });
const [pid] = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
writeSync(1, pid);
process.exit(0);
