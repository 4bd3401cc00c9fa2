/** CPU and memory of one audit, beside its floor in the same run: the same requests by bare undici, one tree by bare
 *  parse5. Node.js 24, local site in another process. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { BENCH_PAGES } from './audit-pages.js';
import { type RunOrder, type RunResult } from './audit-runner.js';
import { type SeenRequest } from './audit-site.js';

const ROUNDS = 3;
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

const site = fork(here('./audit-site.ts'), { execArgv: ['--import', 'tsx'] });
const [{ port }] = (await once(site, 'message')) as [{ port: number }];

console.log('page     requests  floor CPU ms  audit CPU ms  ratio  wall ms  longest block ms');
for (const { name, html } of BENCH_PAGES) {
  const url = `http://127.0.0.1:${port}/${name}`;
  const runs = html.length > 1_000_000 ? 40 : 200;
  const plan = { url, warmups: runs, runs, atOnce: 1 };
  await requestsSeen();
  await run({ ...plan, side: 'grader', requests: [], warmups: 0, runs: 1 });
  const requests = await requestsSeen();
  const ratios: { floor: RunResult; audit: RunResult }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const floor = await run({ ...plan, side: 'floor', requests });
    const audit = await run({ ...plan, side: 'grader', requests: [] });
    ratios.push({ floor, audit });
  }
  const median = ratios.sort((a, b) => ratioOf(a) - ratioOf(b)).at(Math.floor(ROUNDS / 2));
  if (!median) throw new Error('Nothing was measured');
  const { floor, audit } = median;
  const cells = [
    name.padEnd(8),
    String(requests.length).padStart(8),
    floor.cpuMs.toFixed(2).padStart(13),
    audit.cpuMs.toFixed(2).padStart(13),
    ratioOf({ floor, audit }).toFixed(2).padStart(6),
    audit.wallMs.toFixed(1).padStart(8),
    audit.blockedMs.toFixed(1).padStart(17),
  ];
  console.log(cells.join(' '));
}
const large = { url: `http://127.0.0.1:${port}/large`, side: 'grader', requests: [], warmups: 0 } as const;
const four = await run({ ...large, runs: 40, atOnce: 4 });
console.log(
  `\n4 large pages at a time: peak memory ${four.peakMb.toFixed(0)} MiB, ${four.cpuMs.toFixed(1)} ms CPU each, event loop blocked for ${four.blockedMs.toFixed(1)} ms at most`,
);
site.kill();

function ratioOf({ floor, audit }: { floor: RunResult; audit: RunResult }): number {
  return audit.cpuMs / floor.cpuMs;
}

async function requestsSeen(): Promise<SeenRequest[]> {
  site.send('seen');
  const [{ seen }] = (await once(site, 'message')) as [{ seen: SeenRequest[] }];
  return seen;
}

async function run(order: RunOrder): Promise<RunResult> {
  const child = fork(here('./audit-runner.ts'), { execArgv: [] });
  child.send(order);
  const [result] = (await once(child, 'message')) as [RunResult];
  return result;
}
