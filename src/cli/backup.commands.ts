import { counted } from '../basics/quantities.js';
import { visible } from '../basics/control-characters.js';
import { readConfigOrExit } from '../platform/config/read-or-exit.js';
import { type Config } from '../platform/config/config.js';
import { BackupFault, reasonOf } from '../platform/backup/backup-fault.js';
import { openBackup, type RowCounts, writeBackup } from '../platform/backup/backup-file.js';
import { dump } from '../platform/backup/dump.js';
import { load } from '../platform/backup/load.js';
import { withDatabase } from '../platform/database/connected-config.js';
import { abortedOnSignal, stoppedOnSignal } from '../process/exit-on-signal.js';
import { databaseOrExit } from './database-or-exit.js';
import { addRestoredJobs, releaseClaims, type Waiting, waitingIn } from './restored-jobs.repository.js';

/** Writes all data to a file. Exits with 1 and the reason if it can't. */
export function backUp(file: string, { overwrite = false }: { overwrite?: boolean }): Promise<void> {
  return withFaultsPrinted(async () => {
    const counts: RowCounts = {};
    const signal = abortedOnSignal();
    const text = dumpOfDatabase(readConfigOrExit(), counts);
    await writeBackup(file, text, { overwrite, signal });
    process.stdout.write(`Backed up to ${file}: ${contentOf(counts)}.\n`);
  });
}

/** Loads a backup into an empty database. Exits with 1 and the reason if it can't. */
export function restore(file: string): Promise<void> {
  return withFaultsPrinted(async () => {
    const backup = await openBackup(file);
    const { config, stop } = await databaseOrExit();
    const signal = abortedOnSignal();
    try {
      let waiting: Waiting | undefined;
      const { counts, leftOut } = await load(
        config.migrationDatabaseUrl ?? '',
        backup,
        {
          loaded: releaseClaims,
          upToDate: async (transaction) => {
            await addRestoredJobs(transaction, config.accountConcurrency);
            waiting = await waitingIn(transaction);
          },
        },
        signal,
      );
      if (leftOut.length > 0)
        process.stderr.write(
          `Left out, as they are no tables of Pagegrade: ${visible(leftOut.join(', '))}.\n`,
        );
      process.stdout.write(`Restored from ${file}: ${contentOf(counts)}. The service can be started now.\n`);
      if (waiting && Object.values(waiting).some((count) => count > 0))
        process.stdout.write(`Once it is, it ${workOf(waiting)}: start no copy while the original runs.\n`);
    } finally {
      await stop();
    }
  });
}

async function* dumpOfDatabase(settings: Config, counts: RowCounts): AsyncGenerator<string> {
  const { config, stop } = await stoppedOnSignal(withDatabase(settings)).catch((error: unknown) => {
    throw new BackupFault(reasonOf(error), { cause: error });
  });
  try {
    yield* dump(config.migrationDatabaseUrl ?? '', counts);
  } finally {
    await stop();
  }
}

function workOf({ deliveries, monitors, audits, crawls }: Waiting): string {
  const sends = `sends ${counted(deliveries, 'delivery', 'deliveries')} to webhooks`;
  const goesOn = `goes on with ${counted(audits, 'audit')} and ${counted(crawls, 'crawl')}`;
  return `${sends}, runs ${counted(monitors, 'monitor')} and ${goesOn}`;
}

function contentOf({ accounts = 0, websites = 0, reports = 0 }: RowCounts): string {
  return `accounts ${String(accounts)}, websites ${String(websites)}, reports ${String(reports)}`;
}

async function withFaultsPrinted(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.stderr.write(`${visible(reasonOf(error))}.\n`);
    process.exitCode = 1;
  }
}
