import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { dump } from '../../../src/platform/backup/dump.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { MIGRATIONS } from '../../../src/platform/database/migrations/migrations.js';
import { emptyDatabase } from '../../support/database.js';
import { newDataDir, runCli } from '../../support/service.js';
import { releaseDumps } from '../../upgrades/release-dump.js';
import { loadTables } from '../../upgrades/tables.js';

const WORK = `SELECT task_identifier AS task, count(*)::int AS jobs FROM graphile_worker.jobs GROUP BY 1 ORDER BY 1`;

describe('a backup of a release', () => {
  it.each(releaseDumps().map((release) => [release.version, release] as const))(
    'is restored by this version, with the work that it holds: %s',
    async (_version, release) => {
      const [old, database] = [await emptyDatabase(), await emptyDatabase()];
      const directory = await newDataDir();
      const file = join(directory, 'backup.gz');
      const migrations = MIGRATIONS.filter(({ name }) => release.migrations.includes(name));
      await migrate(old.url, { migrations });
      await loadTables(old, release);
      await old.query(`UPDATE pending_audits SET claimed_by = 'worker', claimed_job = 1, attempts = 1`);
      await pipeline(Readable.from(dump(old.url, {})), createGzip(), createWriteStream(file));
      const { status, stdout, stderr } = await runCli(['restore', file], { DATABASE_URL: database.url });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toContain('goes on with 2 audits');
      const audits = 'SELECT DISTINCT claimed_by, attempts FROM pending_audits';
      expect(await database.query(audits)).toEqual([{ claimed_by: null, attempts: 0 }]);
      const reports = 'SELECT id, url, status, score FROM reports ORDER BY id';
      expect(await database.query(reports)).toEqual(await old.query(reports));
      expect(await database.query(WORK)).toEqual(
        expect.arrayContaining([
          { task: 'audit', jobs: 2 },
          { task: 'delete-website-reports', jobs: 1 },
        ]),
      );
      await Promise.all([old.drop(), database.drop()]);
      await rm(directory, { recursive: true });
    },
  );
});
