/** CPU and memory of one audit, beside its floor in the same run: the same requests by bare undici and one parse by bare
 *  parse5. The audited website is another process.
 *  npm run bench:audit -- cost --runs 20 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { BENCH_PAGES } from './pages.js';
import { run } from './runner-process.js';
import { type RunResult } from './runner.js';
import { type SeenRequest } from './site.js';

const { values: options } = parseArgs({ options: { runs: { type: 'string', default: '200' } } });
const RUNS = Number(options.runs);
const RUNS_OF_LARGE = Math.ceil(RUNS / 5);
const ROUNDS = 3;

const site = fork(new URL('./site.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
const [{ port }] = (await once(site, 'message')) as [{ port: number }];

console.log('page     requests  floor CPU ms  audit CPU ms  ratio  wall ms  longest block ms  peak MiB');
for (const { name, html } of BENCH_PAGES) {
  const url = `http://127.0.0.1:${port}/${name}`;
  const runs = html.length > 1_000_000 ? RUNS_OF_LARGE : RUNS;
  const plan = { url, warmups: runs, runs, atOnce: 1 };
  await requestsSeen();
  await run({ ...plan, side: 'grader', requests: [], warmups: 0, runs: 1 });
  const requests = await requestsSeen();
  const rounds: { floor: RunResult; audit: RunResult; ratio: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const floor = await run({ ...plan, side: 'floor', requests });
    const audit = await run({ ...plan, side: 'grader', requests: [] });
    rounds.push({ floor, audit, ratio: audit.cpuMs / floor.cpuMs });
  }
  const middle = rounds.sort((a, b) => a.ratio - b.ratio)[Math.floor(ROUNDS / 2)];
  if (!middle) throw new Error('Nothing was measured');
  const { floor, audit, ratio } = middle;
  const cells = [
    name.padEnd(8),
    String(requests.length).padStart(8),
    floor.cpuMs.toFixed(2).padStart(13),
    audit.cpuMs.toFixed(2).padStart(13),
    ratio.toFixed(2).padStart(6),
    audit.wallMs.toFixed(1).padStart(8),
    audit.blockedMs.toFixed(1).padStart(17),
    audit.peakMb.toFixed(0).padStart(9),
  ];
  console.log(cells.join(' '));
}
const large = { url: `http://127.0.0.1:${port}/large`, side: 'grader', requests: [], warmups: 0 } as const;
const four = await run({ ...large, runs: RUNS_OF_LARGE, atOnce: 4 });
console.log(
  `\n4 large pages at once: peak memory ${four.peakMb.toFixed(0)} MiB, ${four.cpuMs.toFixed(1)} ms CPU each, event loop blocked for ${four.blockedMs.toFixed(1)} ms at most`,
);
site.kill();

async function requestsSeen(): Promise<SeenRequest[]> {
  site.send('seen');
  const [{ seen }] = (await once(site, 'message')) as [{ seen: SeenRequest[] }];
  return seen;
}
