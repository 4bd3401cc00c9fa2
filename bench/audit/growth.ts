/** CPU of audits at half the limits and at the limits, for every way in which a page can grow. Fails if an audit of a page
 *  of twice the size costs more than three times as much.
 *  npm run bench:audit -- growth --only links */
import { parseArgs } from 'node:util';
import { auditCosts, type PhaseCost, totalOf } from '../../src/engine/audit/growth/audit-phases.fixture.js';
import { type Dimension } from '../../src/engine/audit/growth/dimension.fixture.js';
import { DIMENSIONS } from '../../src/engine/audit/growth/growth.fixture.js';

const MAX_RATIO = 3;
/** Above this ratio, the cheapest of several runs counts. */
const SUSPICIOUS_RATIO = 2.3;
const MORE_RUNS = 3;
/** Below this, garbage collection decides the ratio. */
const NEGLIGIBLE_MS = 50;

const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const chosen = DIMENSIONS.filter(({ name }) => name.includes(options.only));
for (const dimension of chosen) dimension.pagesOf(10).forEach(auditCosts);
console.log(`${'dimension'.padEnd(58)}  most    CPU ms at half  at most  ratio  largest part`);
const ratios = chosen.map(measure);
const worst = Math.max(...ratios);
console.log(`\n${ratios.length} dimensions, worst ratio ${worst.toFixed(2)}`);
process.exitCode = worst > MAX_RATIO ? 1 : 0;

function measure(dimension: Dimension): number {
  let costs = costsOf(dimension, 1);
  if (costs.ratio > SUSPICIOUS_RATIO) costs = costsOf(dimension, MORE_RUNS);
  const { halfMs, most, mostMs, ratio } = costs;
  const cells = [
    dimension.name.padEnd(58),
    String(dimension.most).padStart(8),
    halfMs.toFixed(0).padStart(14),
    mostMs.toFixed(0).padStart(8),
    ratio.toFixed(2).padStart(6),
    ` ${largestPart(most)}`,
  ];
  console.log(cells.join(' '));
  return mostMs < NEGLIGIBLE_MS ? 0 : ratio;
}

function costsOf(dimension: Dimension, runs: number) {
  const half = cheapest(dimension, { size: Math.floor(dimension.most / 2), runs });
  const most = cheapest(dimension, { size: dimension.most, runs });
  const [halfMs, mostMs] = [totalOf(half), totalOf(most)];
  return { halfMs, most, mostMs, ratio: mostMs / Math.max(halfMs, 1) };
}

/** The run with the least CPU time. */
function cheapest({ pagesOf }: Dimension, { size, runs }: { size: number; runs: number }): PhaseCost[] {
  let best: PhaseCost[] | undefined;
  for (let run = 0; run < runs; run++) {
    globalThis.gc?.();
    const costs = pagesOf(size).flatMap(auditCosts);
    if (!best || totalOf(costs) < totalOf(best)) best = costs;
  }
  return best ?? [];
}

function largestPart(costs: readonly PhaseCost[]): string {
  const byPhase = new Map<string, number>();
  for (const { phase, cpuMs } of costs) byPhase.set(phase, (byPhase.get(phase) ?? 0) + cpuMs);
  const [phase, cpuMs] = [...byPhase].sort(([, a], [, b]) => b - a)[0] ?? ['', 0];
  return `${phase} ${((100 * cpuMs) / Math.max(1, totalOf(costs))).toFixed(0)} %`;
}
