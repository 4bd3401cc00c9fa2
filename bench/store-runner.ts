/** Run by Node.js as it is, on the built product. Audits and stores by direct calls in one process: what a service
 *  without a queue would do. */
import { fileURLToPath } from 'node:url';
import type { createApp as CreateApp } from '../src/app.setup.js';
import type { readConfig as ReadConfig } from '../src/config/config.js';
import type { Database as DatabaseType } from '../src/database/database.js';
import type { Grader as GraderType } from '../src/grading/grader.js';
import type { EndingsRepository as EndingsType } from '../src/reports/endings.repository.js';
import type { ReportsRepository as RepositoryType } from '../src/reports/reports.repository.js';

export interface StoreOrder {
  readonly env: Readonly<Record<string, string>>;
  readonly url: string;
  readonly runs: number;
  readonly atOnce: number;
}

const dist = (file: string) => fileURLToPath(new URL(`../dist/${file}`, import.meta.url));

process.on('message', (order: StoreOrder) => {
  void run(order).then((rate) => {
    process.send?.(rate, () => process.exit());
  });
});

/** @returns audits a second, the first half left out */
async function run({ env, url, runs, atOnce }: StoreOrder): Promise<number> {
  const { createApp } = (await import(dist('app.setup.js'))) as { createApp: typeof CreateApp };
  const { readConfig } = (await import(dist('config/config.js'))) as { readConfig: typeof ReadConfig };
  const { Database } = (await import(dist('database/database.js'))) as { Database: typeof DatabaseType };
  const { Grader } = (await import(dist('grading/grader.js'))) as { Grader: typeof GraderType };
  const { ReportsRepository } = (await import(dist('reports/reports.repository.js'))) as {
    ReportsRepository: typeof RepositoryType;
  };
  const { EndingsRepository } = (await import(dist('reports/endings.repository.js'))) as {
    EndingsRepository: typeof EndingsType;
  };
  const app = await createApp(readConfig({ ...env, ROLE: 'api', LOG_LEVEL: 'silent' }));
  await app.get(Database).connect();
  const [account] = await app
    .get(Database)
    .rows<{ id: number }>({ text: 'SELECT id FROM accounts LIMIT 1' }, []);
  const accountId = account?.id ?? 0;
  const one = async (n: number) => {
    const target = new URL(`${url}?${String(n)}`);
    const grade = await app.get(Grader).grade(target);
    const reports = app.get(ReportsRepository);
    const website = { domain: target.hostname, privacy: 1 } as const;
    const { report } = await reports.accept({ accountId, url: target.href, host: target.host, website }, () =>
      Promise.resolve(),
    );
    await app.get(EndingsRepository).complete(
      {
        account_id: accountId,
        report_id: report.id,
        website_id: report.website_id,
        url: target.href,
        attempts: 1,
        runs_alone: false,
      },
      grade,
    );
  };
  let next = 0;
  const work = async (until: number) => {
    for (let n = next++; n < until; n = next++) await one(n);
  };
  await Promise.all(Array.from({ length: atOnce }, () => work(runs / 2)));
  next = runs / 2;
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: atOnce }, () => work(runs)));
  return (1000 * runs) / 2 / (performance.now() - startedAt);
}
